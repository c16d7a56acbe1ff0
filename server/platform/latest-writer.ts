/** Minimum time between writes in milliseconds: progress bars can't show more, so it would only load the database. */
const minimumInterval = 300;

export interface LatestWriter<T> {
  /** Schedules a value to be written soon; later values replace those not yet written. */
  write(value: T): void;
  /** Resolves when nothing is left to write. */
  flush(): Promise<void>;
}

export interface LatestWriterOptions<T> {
  save: (value: T) => Promise<void>;
  /** A failed write is reported and not retried. */
  onError: (error: unknown) => void;
  /** True if the value must be written immediately. */
  urgent?: (value: T, written: T | null) => boolean;
}

/** Writes values sequentially, at most every 300 ms, skipping values that a later one has superseded. */
export function createLatestWriter<T>({
  save,
  onError,
  urgent = () => false,
}: LatestWriterOptions<T>): LatestWriter<T> {
  let latest: { value: T } | null = null;
  let written: T | null = null;
  let writing: Promise<void> | null = null;
  let lastWrite = -Infinity;

  async function drain(): Promise<void> {
    while (latest) {
      const { value } = latest;
      latest = null;
      written = value;
      lastWrite = performance.now();
      await save(value).catch(onError);
    }
    writing = null;
  }

  return {
    write(value) {
      latest = { value };
      if (urgent(value, written) || performance.now() - lastWrite >= minimumInterval) writing ??= drain();
    },
    async flush() {
      await (writing ??= drain());
    },
  };
}
