import type { Request, Response } from 'express';
import { AppError } from '#server/platform/errors.ts';
import { QueueFullError, refusalOf } from '#server/platform/concurrency/fair-queue.ts';
import { networkOf } from '#server/platform/network/network.ts';
import type { Asker } from '#server/platform/concurrency/shared-work.ts';
import { exemptFromShedding } from '../middleware/load-shedding.ts';

/** By then some of what was waiting has been made. */
const retryAfterSeconds = 5;

/**
 * Runs work that has a line of its own for whoever sent this request. The wait says nothing about the rest of the
 * server, so it does not count towards its overload; the work is dropped when the client hangs up. Throws what the work
 * throws, and AppError `too_many_requests` or `service_unavailable` if the line is full.
 */
export async function inOwnLine<T>(
  req: Pick<Request, 'ip'>,
  res: Response,
  work: (asker: Asker) => Promise<T>,
): Promise<T> {
  exemptFromShedding(res);
  const hungUp = new AbortController();
  const hangUp = () => hungUp.abort(new AppError('upload_aborted'));
  res.once('close', hangUp);
  try {
    return await work({ address: networkOf(req.ip ?? 'unknown'), signal: hungUp.signal });
  } catch (error) {
    throw error instanceof QueueFullError ? refusalOf(error, retryAfterSeconds) : error;
  } finally {
    res.off('close', hangUp);
  }
}
