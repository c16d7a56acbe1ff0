import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from '../platform/logger.ts';
import { acceptQueueLength } from './accept-queue.ts';
import { sendError } from './error-response.ts';

/** So many must have waited for long: a few that take their time are no crowd, whatever the machine does. */
const crowd = 100;
/** Milliseconds that a crowd may wait to be accepted, or for an answer. */
const longestWait = 1_000;

/**
 * How many times as long as it may a crowd has waited by now, given when each request came that has no answer yet, in
 * order; 0 where they are no crowd.
 */
export function pressureOf(begun: Iterable<number>, now: number): number {
  let nth = 0;
  for (const time of begun) if ((nth += 1) === crowd) return (now - time) / longestWait;
  return 0;
}

/**
 * Told again and again how many connections wait to be accepted, tells for how many milliseconds they have been a crowd: who
 * came when is not to be had.
 */
export function crowdedSince(): (unaccepted: number, now: number) => number {
  let since: number | null = null;
  return (unaccepted, now) => {
    since = unaccepted < crowd ? null : (since ?? now);
    return since === null ? 0 : now - since;
  };
}

/**
 * What share of requests is refused: none up to a pressure of 1, all from 2 on. Payments, their news and uploads are
 * refused last: at three times that pressure.
 */
export function refusedShare(pressure: number, isPaid: boolean): number {
  return Math.min(1, Math.max(0, (isPaid ? pressure / 3 : pressure) - 1));
}

const paid = new Set([
  '/api/stripe/webhook',
  '/api/credits/checkout',
  '/api/checkout/success',
  '/api/video/generate',
  '/api/trpc/credits.checkout',
  '/api/trpc/credits.confirm',
  '/api/trpc/video.generate',
]);

/** Whether money or a credit is given for it. */
const isPaid = ({ path }: Request): boolean => paid.has(path);

/** Whether it waits for this machine, its database and its storage alone: not for its sender, for payments or for others' photos. */
const isRead = (req: Request): boolean => req.method === 'GET' && !isPaid(req);

const sampleMilliseconds = 200;
/** It is told of once in so long. */
const quietMilliseconds = 60_000;

interface Waiting {
  /** When each read came whose answer has not begun, in order, in milliseconds. */
  begun: Map<Response, number>;
  /** How many connections wait to be accepted. */
  unaccepted: () => number;
  pressure: number;
}
let watched: Waiting | undefined;

/** What waits for this process, from the first call on; the same for all servers in it. */
function watchWaiting(): Waiting {
  if (watched) return watched;
  const waiting: Waiting = { begun: new Map(), unaccepted: () => 0, pressure: 0 };
  const queue = crowdedSince();
  setInterval(() => {
    // A film on its way or a stream waits for nothing of ours.
    for (const res of waiting.begun.keys()) if (res.headersSent) waiting.begun.delete(res);
    const now = performance.now();
    waiting.pressure = Math.max(
      pressureOf(waiting.begun.values(), now),
      queue(waiting.unaccepted(), now) / longestWait,
    );
  }, sampleMilliseconds).unref();
  return (watched = waiting);
}

/** Says that an answer is put off as its caller asked: it presses nobody. */
export function putOff(res: Response): void {
  watched?.begun.delete(res);
}

/** Has the connections count that wait to be accepted on the port of this process. */
export function watchAcceptQueue(port: number): void {
  watchWaiting().unaccepted = () => acceptQueueLength(port);
}

/**
 * Refuses requests while many have waited to be accepted or for their answers for long, whatever it is that is slow: 503
 * `service_unavailable` with `Retry-After`, before any work is done (decision 156). So those that are taken are answered
 * in time.
 */
export function shedLoad({ logger }: { logger: Logger }): RequestHandler {
  const waiting = watchWaiting();
  let told = Number.NEGATIVE_INFINITY;
  return (req, res, next) => {
    const { begun, pressure } = waiting;
    if (Math.random() < refusedShare(pressure, isPaid(req))) {
      if (performance.now() - told > quietMilliseconds) {
        logger.warn({ unanswered: begun.size, pressure }, 'too much to do: requests are refused');
        told = performance.now();
      }
      sendError(res, 'service_unavailable');
      return;
    }
    if (isRead(req)) {
      begun.set(res, performance.now());
      res.once('close', () => begun.delete(res));
    }
    next();
  };
}
