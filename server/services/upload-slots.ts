import { once } from 'node:events';
import type { Response } from 'express';
import pLimit, { type LimitFunction } from 'p-limit';
import { appLimits } from '#shared/app-limits.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { networkOf } from '../platform/network/network.ts';
import { logSecurityEvent, type SecurityDetails } from '../platform/logging/security-log.ts';
import { sharedResources } from '../platform/concurrency/shared-resources.ts';

export interface UploadSlots {
  /**
   * Resolves when this user's upload may be read; the slot is released when the response ends. Throws AppError
   * `too_many_requests` if 50 of the user's uploads are waiting already, or if another call of the same batch has entered:
   * its slot is released only when all of them have been answered. Throws `upload_aborted` if the client disconnects
   * meanwhile.
   */
  enter(userId: string, res: Response): Promise<void>;
  /** The same for a photo sent to a box: in the line of its sender's address, and then in that of the box. */
  enterBox(boxId: string, address: string, res: Response): Promise<void>;
  /** Releases the slot before the response ends, once the upload has been read. Does nothing if there is none. */
  leave(res: Response): void;
}

/** By then some of the waiting uploads have been read. */
const retryAfterSeconds = 10;

/** Whose uploads share slots, how many, and how many more may wait. */
interface Line {
  key: string;
  atOnce: number;
  maxWaiting: number;
  about: SecurityDetails;
}

/**
 * Reads a few uploads of each user at once, and of each sender to a box; further ones wait without their bodies being
 * read, so that their bytes stay with the sender.
 */
export function createUploadSlots(logger: Logger): UploadSlots {
  const turns = new Map<string, LimitFunction>();
  const leavers = new WeakMap<Response, () => void>();
  const entrants = new WeakMap<Response, Set<string>>();
  const { uploads, boxSenders, boxes } = sharedResources;

  async function enter({ key, atOnce, maxWaiting, about }: Line, res: Response): Promise<void> {
    const turn = turns.get(key) ?? pLimit(atOnce);
    turns.set(key, turn);
    const keys = entrants.get(res) ?? new Set();
    entrants.set(res, keys);
    if (keys.has(key)) throw new AppError('too_many_requests', { retryAfterSeconds });
    if (turn.pendingCount >= maxWaiting) {
      logSecurityEvent(logger, 'limit_reached', { limit: 'uploads', ...about });
      throw new AppError('too_many_requests', { retryAfterSeconds });
    }
    keys.add(key);
    const entered = Promise.withResolvers<void>();
    void turn(async () => {
      if (res.closed) return entered.reject(new AppError('upload_aborted'));
      const left = Promise.withResolvers<void>();
      const leaveOthers = leavers.get(res);
      leavers.set(res, () => {
        leaveOthers?.();
        left.resolve();
      });
      const closed = once(res, 'close');
      entered.resolve();
      await Promise.race([closed, left.promise]);
    }).finally(() => {
      if (turn.activeCount + turn.pendingCount === 0) turns.delete(key);
    });
    await entered.promise;
  }

  return {
    enter: (userId, res) =>
      enter(
        { key: userId, atOnce: uploads.perUser, maxWaiting: appLimits.upload.maxWaiting, about: { userId } },
        res,
      ),
    async enterBox(boxId, address, res) {
      const { maxWaiting } = appLimits.upload;
      const sender = `box ${boxId} from ${networkOf(address)}`;
      await enter({ key: sender, atOnce: boxSenders.perAddress, maxWaiting, about: { address } }, res);
      await enter({ key: `box ${boxId}`, atOnce: boxes.perUser, maxWaiting, about: { address } }, res);
    },
    leave: (res) => leavers.get(res)?.(),
  };
}
