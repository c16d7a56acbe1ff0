import { once } from 'node:events';
import type { Response } from 'express';
import pLimit, { type LimitFunction } from 'p-limit';
import { appLimits } from '../../shared/app-limits.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { logSecurityEvent } from '../platform/security-log.ts';

export interface UploadSlots {
  /**
   * Resolves when this user's upload may be read; the place is free again when the response has ended. Throws AppError
   * `too_many_requests` where 50 of the user's wait already, `upload_aborted` if the sender gave up meanwhile.
   */
  enter(userId: string, res: Response): Promise<void>;
  /** Frees the place before the response has ended: the upload was read. Does nothing where it has none. */
  leave(res: Response): void;
}

/** By then some of those that wait have been read. */
const retryAfterSeconds = 10;

/** At most two uploads of one user are read at once; further ones wait with their bytes on the sender's side. */
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
