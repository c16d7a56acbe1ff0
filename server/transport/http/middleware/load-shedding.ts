import type { Server } from 'node:http';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '#server/platform/logging/logger.ts';
import { networkOf } from '#server/platform/network/network.ts';
import { emit } from '#server/platform/logging/telemetry.ts';
import { createQueueGauge } from './accept-queue.ts';
import { sendError } from '../responses/error-response.ts';
import { milliseconds } from '#shared/durations.ts';

/** The number of waiting requests that counts as overload: a few slow ones do not, whatever the machine is doing. */
const overloadSize = 100;
/** The time in milliseconds that this many may wait to be accepted or answered. */
const maxWait = 1_000;

/**
 * The pressure: how long a crowd has been waiting, as a multiple of the allowed time. Takes the arrival times of
 * unanswered requests in order; 0 if they are fewer than a crowd.
 */
export function pressureOf(arrivals: Iterable<number>, now: number): number {
  let nth = 0;
  for (const time of arrivals) if ((nth += 1) === overloadSize) return (now - time) / maxWait;
  return 0;
}

/** A read whose answer has not begun: when it arrived, in milliseconds, and from which network. */
interface Waiting {
  time: number;
  network: string;
}

/** As many of one network as count for the others: alone it is no crowd to them. */
const mostOfOne = overloadSize / 2;

/**
 * The pressure on each network, of requests in order of arrival. For those with many waiting requests all count; for the
 * others at most `mostOfOne` of each network, so that one alone can't have everybody refused.
 */
export function pressuresOf(waiting: Iterable<Waiting>, now: number): (network: string) => number {
  const counts = new Map<string, number>();
  const all: number[] = [];
  const shared: number[] = [];
  for (const { time, network } of waiting) {
    const count = (counts.get(network) ?? 0) + 1;
    counts.set(network, count);
    all.push(time);
    if (count <= mostOfOne) shared.push(time);
  }
  const [ofAll, ofShared] = [pressureOf(all, now), pressureOf(shared, now)];
  return (network) => ((counts.get(network) ?? 0) > mostOfOne ? ofAll : ofShared);
}

/**
 * Returns a function to call periodically with the length of the accept queue, which returns for how many milliseconds
 * it has been a crowd: arrival times of single connections are unavailable.
 */
export function createQueueMonitor(): (unaccepted: number, now: number) => number {
  let since: number | null = null;
  return (unaccepted, now) => {
    since = unaccepted < overloadSize ? null : (since ?? now);
    return since === null ? 0 : now - since;
  };
}

/**
 * The share of requests to refuse: none up to a pressure of 1, all from 2 on. Payments, their webhooks and uploads are
 * refused last, at three times that pressure.
 */
export function refusedShare(pressure: number, isPaid: boolean): number {
  return Math.min(1, Math.max(0, (isPaid ? pressure / 3 : pressure) - 1));
}

const procedures = '/api/trpc/';

/**
 * Whether the request involves money or a credit: `paid` has the paths and procedures that do. A tRPC request may call
 * several procedures.
 */
export function isPaid(path: string, paid: ReadonlySet<string>): boolean {
  if (!path.startsWith(procedures)) return paid.has(path);
  return path
    .slice(procedures.length)
    .split(',')
    .some((name) => paid.has(name));
}

/**
 * Whether the request depends only on this machine, its database and its storage: not on its sender, the payment
 * provider or other users' photos.
 */
const isRead = ({ method }: Request, paid: boolean): boolean => method === 'GET' && !paid;

const sampleMilliseconds = 200;
/** The minimum time between two log lines about overload. */
const logIntervalMilliseconds = milliseconds.minute;

export interface WaitingRequests {
  /** In order of arrival. */
  arrivals: Map<Response, Waiting>;
  /** The length of the accept queue. */
  queueLength: () => number;
  pressureOn: (network: string) => number;
  /** Takes the pressure anew, as of this time in milliseconds. */
  sample(now: number): void;
}
let tracked: WaitingRequests | undefined;

/** No requests yet; whoever creates it has it take samples. */
export function createWaitingRequests(): WaitingRequests {
  const queue = createQueueMonitor();
  const waiting: WaitingRequests = {
    arrivals: new Map(),
    queueLength: () => 0,
    pressureOn: () => 0,
    sample(now) {
      // Started answers, such as films and streams, no longer wait for us.
      for (const res of waiting.arrivals.keys()) if (res.headersSent) waiting.arrivals.delete(res);
      const unaccepted = queue(waiting.queueLength(), now) / maxWait;
      const pressures = pressuresOf(waiting.arrivals.values(), now);
      waiting.pressureOn = (network) => Math.max(pressures(network), unaccepted);
    },
  };
  return waiting;
}

/** Tracks this process's waiting requests from the first call on; shared by all servers in the process. */
export function trackWaiting(): WaitingRequests {
  if (tracked) return tracked;
  const waiting = createWaitingRequests();
  setInterval(() => waiting.sample(performance.now()), sampleMilliseconds).unref();
  return (tracked = waiting);
}

/** Excludes a response from the pressure because its caller asked for it to be delayed. */
export function exemptFromShedding(res: Response): void {
  tracked?.arrivals.delete(res);
}

/** Includes the accept queue of this process's listening server in the pressure. */
export function watchAcceptQueue(server: Server): void {
  trackWaiting().queueLength = createQueueGauge(server);
}

/**
 * Refuses requests while a crowd has been waiting too long to be accepted or answered, whatever the bottleneck: 503
 * `service_unavailable` with `Retry-After`, before any work is done (decision 156), so that accepted requests are
 * answered in time. If the crowd comes from one network, only that is refused.
 */
export function shedLoad(
  { logger }: { logger: Logger },
  paidCalls: ReadonlySet<string>,
  waiting = trackWaiting(),
): RequestHandler {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return (req, res, next) => {
    const { arrivals, pressureOn } = waiting;
    const paid = isPaid(req.path, paidCalls);
    const network = networkOf(req.ip ?? 'unknown');
    const pressure = pressureOn(network);
    if (Math.random() < refusedShare(pressure, paid)) {
      emit('request-shed', { paid });
      if (performance.now() - loggedAt > logIntervalMilliseconds) {
        logger.warn({ unanswered: arrivals.size, pressure }, 'overloaded: requests are refused');
        loggedAt = performance.now();
      }
      sendError(res, 'service_unavailable');
      return;
    }
    if (isRead(req, paid)) {
      arrivals.set(res, { time: performance.now(), network });
      res.once('close', () => arrivals.delete(res));
    }
    next();
  };
}
