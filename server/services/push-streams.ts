import type { Logger } from '../platform/logging/logger.ts';
import { logSecurityEvent } from '../platform/logging/security-log.ts';
import { sharedResources } from '../platform/concurrency/shared-resources.ts';
import { networkOf } from '../platform/network/network.ts';
import { milliseconds } from '#shared/durations.ts';

/** The client of a stream, and how to disconnect it. */
export interface Listener {
  userId: string;
  /** The id of the session or token that opened it. */
  credentialId: string;
  address: string;
  /** Closes the connection, even if the client does not read. */
  destroy(): void;
}

/** An open stream: it must end when `signal` aborts, and counts until it is disposed. */
export interface PushStream extends Disposable {
  readonly signal: AbortSignal;
}

export interface PushStreams {
  /** Registers a stream until it is disposed. If a user or network has too many, the oldest is ended. */
  open(listener: Listener, signal?: AbortSignal): PushStream;
  /** Ends the streams of a session or token that has just ended. */
  endOf(credentialId: string): void;
  /** The number of open streams. */
  count(): number;
  /** Stops checking streams; open ones continue. */
  close(): void;
}

interface OpenStream {
  listener: Listener;
  network: string;
  end(): void;
}

/** Which of these session and token ids are still valid. */
type FindValid = (credentialIds: string[]) => Promise<Set<string>>;

/**
 * Streams end at once with their session or token (`endOf`). What ends without an event, by its age or while the
 * connection for events is lost, is found within 5 s: this interval, a query, and the grace period for closing.
 */
const judgeEveryMilliseconds = 2000;
const graceMilliseconds = 2000;

/** Log refusals by a limit at most once a minute per user or network. */
const reportIntervalMilliseconds = milliseconds.minute;

/**
 * The push streams of one process. Limits their number, and ends each when the session or token that opened it ends for
 * any reason: at once by `endOf`, else by one query every 2 seconds for all of them.
 */
export function createPushStreams(findValid: FindValid, logger: Logger): PushStreams {
  /** Oldest first. */
  const streams = new Set<OpenStream>();
  const reportedAt = new Map<string, number>();
  let checking = false;

  function evictSurplus(
    limit: string,
    most: number,
    who: string,
    matches: (stream: OpenStream) => boolean,
  ): void {
    const matching = [...streams].filter(matches);
    const surplus = matching.slice(0, Math.max(0, matching.length - most + 1));
    for (const stream of surplus) stream.end();
    const [oldest] = surplus;
    if (!oldest || Date.now() - (reportedAt.get(who) ?? 0) < reportIntervalMilliseconds) return;
    reportedAt.set(who, Date.now());
    const { userId, address } = oldest.listener;
    logSecurityEvent(logger, 'limit_reached', { limit, userId, address });
  }

  async function check(): Promise<void> {
    for (const [who, at] of reportedAt)
      if (Date.now() - at >= reportIntervalMilliseconds) reportedAt.delete(who);
    if (checking || streams.size === 0) return;
    checking = true;
    try {
      const checked = [...streams];
      const valid = await findValid([...new Set(checked.map(({ listener }) => listener.credentialId))]);
      for (const stream of checked) if (!valid.has(stream.listener.credentialId)) stream.end();
    } catch (error) {
      logger.debug({ err: error }, 'the sessions and tokens of open streams could not be judged');
    } finally {
      checking = false;
    }
  }

  const timer = setInterval(() => void check(), judgeEveryMilliseconds).unref();
  return {
    open(listener, signal) {
      const network = networkOf(listener.address);
      const { userId } = listener;
      evictSurplus(
        'streams-of-user',
        sharedResources.streams.perUser,
        userId,
        (each) => each.listener.userId === userId,
      );
      evictSurplus(
        'streams-of-address',
        sharedResources.streams.perAddress,
        network,
        (each) => each.network === network,
      );
      const ended = new AbortController();
      let cut: NodeJS.Timeout | undefined;
      const stream: OpenStream = {
        listener,
        network,
        end() {
          streams.delete(stream);
          ended.abort();
          cut ??= setTimeout(() => listener.destroy(), graceMilliseconds).unref();
        },
      };
      streams.add(stream);
      return {
        signal: signal ? AbortSignal.any([signal, ended.signal]) : ended.signal,
        [Symbol.dispose]() {
          streams.delete(stream);
          clearTimeout(cut);
        },
      };
    },
    endOf(credentialId) {
      for (const stream of streams) if (stream.listener.credentialId === credentialId) stream.end();
    },
    count: () => streams.size,
    close: () => clearInterval(timer),
  };
}
