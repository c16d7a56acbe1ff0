/** One photo file to be turned into one video file. */
export interface Job {
  readonly photo: string;
  readonly video: string;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

/** Makes videos of photos, locally or remotely. */
export interface Maker {
  /** How many photos it handles concurrently. */
  readonly atOnce: number;
  /** Writes the video atomically. Rejects with an error whose message is for users. */
  make(job: Job): Promise<void>;
  close(): Promise<void>;
}

/** An error that the next photo would run into as well. */
export class FatalError extends Error {
  override readonly name = 'FatalError';
}
