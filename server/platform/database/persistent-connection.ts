import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';

export interface PersistentConnectionOptions {
  /** Opens a dedicated connection, ready for use. Called again whenever the last one is lost, never concurrently. */
  open: () => Promise<pg.Client>;
  /** Interval of liveness checks in milliseconds; omitted for none. */
  checkEvery?: number;
  /** Called once per outage, when the connection is lost. */
  onLost: (error: unknown) => void;
  /** Called when an attempt to reopen it has failed. */
  onReconnectFailed?: (error: unknown) => void;
  /** Called once per outage, when the connection is back. */
  onReconnected: (milliseconds: number) => void;
}

export interface PersistentConnection {
  /** Closes the connection permanently. Waits for an attempt to open one that is in progress. */
  close(): Promise<void>;
}

const initialDelay = 200;
const maxDelay = 5_000;
/** How long a response may take before the connection counts as lost. */
const responseTimeout = 3_000;

/**
 * Milliseconds before the next attempt: exponential backoff up to 5 s, with jitter in the upper half, so that clients
 * don't reconnect at once.
 */
export function reconnectDelay(failures: number, random: () => number = Math.random): number {
  const full = Math.min(maxDelay, initialDelay * 2 ** Math.min(failures, 10));
  return full * (0.5 + 0.5 * random());
}

/** Keeps one connection open until it is closed, in a single loop. Throws if the first connection can't be opened. */
export async function openPersistentConnection(
  options: PersistentConnectionOptions,
): Promise<PersistentConnection> {
  const closing = new AbortController();
  let current = await options.open();
  const loop = run();

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      const loss = await lossOf(current, options.checkEvery, closing.signal);
      discard(current);
      if (closing.signal.aborted) return;
      options.onLost(loss);
      await reopen();
    }
  }

  async function reopen(): Promise<void> {
    const lostAt = performance.now();
    for (let failures = 0; !closing.signal.aborted; failures += 1) {
      await delay(reconnectDelay(failures), undefined, { signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted) return;
      try {
        current = await options.open();
        options.onReconnected(performance.now() - lostAt);
        return;
      } catch (error) {
        options.onReconnectFailed?.(error);
      }
    }
  }

  return {
    async close() {
      closing.abort();
      await loop;
      discard(current);
    },
  };
}

/** Resolves with the reason when the connection ends or stops responding, or when `signal` aborts. */
async function lossOf(
  client: pg.Client,
  checkEvery: number | undefined,
  signal: AbortSignal,
): Promise<unknown> {
  const over = new AbortController();
  const until = AbortSignal.any([signal, over.signal]);
  const ended = new Promise<unknown>((resolve) => {
    client.once('error', resolve);
    client.once('end', () => resolve(new Error('the connection ended')));
    until.addEventListener('abort', () => resolve(until.reason), { once: true });
  });
  const silent = checkEvery === undefined ? ended : failedCheck(client, checkEvery, until);
  const reason = await Promise.race([ended, silent]);
  over.abort();
  return reason;
}

async function failedCheck(client: pg.Client, checkEvery: number, signal: AbortSignal): Promise<unknown> {
  try {
    for (;;) {
      await delay(checkEvery, undefined, { signal });
      await client.query({ text: 'SELECT 1', query_timeout: responseTimeout } as pg.QueryConfig);
    }
  } catch (error) {
    return error;
  }
}

/** Destroys the socket if a response is outstanding, else closes the connection gracefully; doesn't wait for either. */
function discard(client: pg.Client): void {
  client.on('error', () => {});
  client.end().catch(() => {});
}
