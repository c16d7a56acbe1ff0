/** One photo file to be made one video file. */
export interface Job {
  readonly photo: string;
  readonly video: string;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

/** Makes videos of photos, here or elsewhere. */
export interface Maker {
  /** How many photos it is given at a time. */
  readonly atOnce: number;
  /** The video appears whole or not at all. Rejects with an error whose message is for people. */
  make(job: Job): Promise<void>;
  close(): Promise<void>;
}

/** What the next photo would meet as well. */
export class HopelessError extends Error {
  override readonly name = 'HopelessError';
}
