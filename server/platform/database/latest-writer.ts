/** Minimum time between writes in milliseconds: progress bars can't show more, so it would only load the database. */
const minimumInterval = 300;

export interface LatestWriter<T> {
  /** Schedules a value to be written; later values replace those not yet written. */
  write(value: T): void;
  /** Writes at once what is left to write. Resolves when nothing is. */
  flush(): Promise<void>;
}

export interface LatestWriterOptions<T> {
  save: (value: T) => Promise<void>;
  /** A failed write is reported and not retried. */
  onError: (error: unknown) => void;
  /** True if the value must be written without waiting for the interval. */
  urgent?: (value: T, written: T | null) => boolean;
}

/**
 * Writes values one after the other, the starts of two writes at least 300 ms apart, skipping values that a later one has
 * superseded; the last value is always written, without any further call.
 */
export function createLatestWriter<T>({
  save,
  onError,
  urgent = () => false,
}: LatestWriterOptions<T>): LatestWriter<T> {
  let latest: { value: T; isUrgent: boolean } | null = null;
  let written: T | null = null;
  let writing: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;
  let nextWrite = -Infinity;

  async function writeLatest({ value }: { value: T }): Promise<void> {
    latest = null;
    written = value;
    nextWrite = performance.now() + minimumInterval;
    await save(value).catch(onError);
    writing = null;
    schedule();
  }

  /** Starts the next write, now or once its time has come; the end of a running write calls this again. */
  function schedule(now = false): void {
    if (timer) clearTimeout(timer);
    timer = null;
    if (!latest || writing) return;
    const wait = nextWrite - performance.now();
    if (now || wait <= 0 || latest.isUrgent) writing = writeLatest(latest);
    else timer = setTimeout(schedule, wait);
  }

  return {
    write(value) {
      latest = { value, isUrgent: urgent(value, written) };
      schedule();
    },
    async flush() {
      while (latest || writing) {
        schedule(true);
        await writing;
      }
    },
  };
}
