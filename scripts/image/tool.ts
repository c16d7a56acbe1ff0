/** How the check starts a container: with a read-only root, without capabilities, sharing the machine's network. */
export interface Start {
  image: string;
  env: Record<string, string>;
}

/** A running container. */
export interface Container {
  /** Runs a command as the container's user, with its privileges. Returns its output; throws ImageError if it fails. */
  exec(command: readonly string[]): Promise<string>;
  /** Resolves with its output when its program has exited. */
  ended: Promise<string>;
  /** Stops and removes it. Returns its exit status. */
  stop(): Promise<number>;
}

export interface Image {
  id: string;
  digest: string;
  bytes: number;
}

/** Builds and runs images. All methods throw ImageError. */
export interface ImageTool {
  readonly name: string;
  /** Base images to use if those of the Dockerfile are unavailable; null if they are available. */
  bases(): Promise<{ NODE_IMAGE: string; DEBIAN_IMAGE: string } | null>;
  build(context: string, tag: string, args: Record<string, string>): Promise<void>;
  inspect(tag: string): Promise<Image>;
  /** The command of the image's HEALTHCHECK. */
  healthCheck(tag: string): Promise<string[]>;
  start(start: Start): Promise<Container>;
  remove(tag: string): Promise<void>;
}
