/** Writing more often than this (milliseconds) would only load the database: no bar can show it. */
const minimumInterval = 300;

export interface LatestWriter<T> {
  /** Takes a value; it is written soon, later ones replacing those not written yet. */
  write(value: T): void;
  /** Resolves when nothing is left to write. */
  flush(): Promise<void>;
}

export interface LatestWriterOptions<T> {
  save: (value: T) => Promise<void>;
  /** A failed write is reported and not retried. */
  onError: (error: unknown) => void;
  /** True where the value must not wait for its turn. */
  urgent?: (value: T, written: T | null) => boolean;
}

/** Writes values one after another, at most every 300 ms, never one that a later one has overtaken. */
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
