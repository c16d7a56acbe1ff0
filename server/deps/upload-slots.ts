import { once } from 'node:events';
import type { Response } from 'express';
import pLimit, { type LimitFunction } from 'p-limit';
import { appLimits } from '../../shared/app-limits.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { logSecurityEvent } from '../platform/security-log.ts';

export interface UploadSlots {
  /**
   * Resolves when this user's upload may be read; the slot is released when the response ends. Throws AppError
   * `too_many_requests` if 50 of the user's uploads are waiting already, and `upload_aborted` if the client disconnects
   * meanwhile.
   */
  enter(userId: string, res: Response): Promise<void>;
  /** Releases the slot before the response ends, once the upload has been read. Does nothing if there is none. */
  leave(res: Response): void;
}

/** By then some of the waiting uploads have been read. */
const retryAfterSeconds = 10;

/**
 * Reads at most two uploads per user at once; further ones wait without their bodies being read, so that their bytes
 * stay with the sender.
 */
export function createUploadSlots(logger: Logger): UploadSlots {
  const users = new Map<string, LimitFunction>();
  const leavers = new WeakMap<Response, () => void>();

  return {
    async enter(userId, res) {
      const turn = users.get(userId) ?? pLimit(appLimits.upload.maxAtOnce);
      users.set(userId, turn);
      if (turn.pendingCount >= appLimits.upload.maxWaiting) {
        logSecurityEvent(logger, 'limit_reached', { limit: 'uploads', userId });
        throw new AppError('too_many_requests', { retryAfterSeconds });
      }
      const entered = Promise.withResolvers<void>();
      void turn(async () => {
        if (res.closed) return entered.reject(new AppError('upload_aborted'));
        const left = Promise.withResolvers<void>();
        leavers.set(res, left.resolve);
        const closed = once(res, 'close');
        entered.resolve();
        await Promise.race([closed, left.promise]);
      }).finally(() => {
        if (turn.activeCount + turn.pendingCount === 0) users.delete(userId);
      });
      await entered.promise;
    },
    leave: (res) => leavers.get(res)?.(),
  };
}
