/** How a container of the check is started: its root is read-only, it has no capability, and shares the machine's network. */
export interface Start {
  image: string;
  env: Record<string, string>;
}

/** A container that runs. */
export interface Container {
  /** Runs a command as the container's user, with its rights. Answers what it wrote; throws ImageError if it fails. */
  exec(command: readonly string[]): Promise<string>;
  /** Resolves when its program has ended, with what it wrote. */
  ended: Promise<string>;
  /** Asks it to stop. Answers its exit status, and removes it. */
  stop(): Promise<number>;
}

export interface Image {
  id: string;
  digest: string;
  bytes: number;
}

/** What builds images here, and runs them. Its methods throw ImageError. */
export interface ImageTool {
  readonly name: string;
  /** Images to build from, where those that the Dockerfile names can't be had; null where they can. */
  bases(): Promise<{ NODE_IMAGE: string; DEBIAN_IMAGE: string } | null>;
  build(context: string, tag: string, args: Record<string, string>): Promise<void>;
  inspect(tag: string): Promise<Image>;
  /** The command of the image's HEALTHCHECK. */
  healthCheck(tag: string): Promise<string[]>;
  start(start: Start): Promise<Container>;
  remove(tag: string): Promise<void>;
}
