import { familyLimits } from '#shared/family-limits.ts';
import { workThrough } from '#server/platform/jobs/work-through.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { planRemoval, type RemovalDeps, removePlanned } from '../files/removals.ts';
import { boxPhotoPrefix } from './box-keys.ts';
import { withoutStory } from './photos.ts';
import { milliseconds } from '#shared/durations.ts';

export type UnansweredDeps = RemovalDeps & { logger: Logger };

/** Refuses photos that were not answered within 30 days, and removes their files. Returns how many. */
export async function refuseUnanswered(
  deps: UnansweredDeps,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<number> {
  const { db, logger } = deps;
  const before = new Date(now - familyLimits.box.keepDays * milliseconds.day);
  return workThrough(
    { logger, signal },
    {
      read: (last: { id: string; createdAt: Date } | undefined, take) =>
        db.boxPhoto.findMany({
          where: {
            status: 'waiting',
            createdAt: { lt: before, ...(last ? { gte: last.createdAt } : {}) },
            ...(last ? { NOT: { createdAt: last.createdAt, id: { lte: last.id } } } : {}),
          },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          select: { id: true, createdAt: true },
          take,
        }),
      async act({ id }) {
        const files = [boxPhotoPrefix(id)];
        const isRefused = await db.$transaction(async (tx) => {
          const { count } = await tx.boxPhoto.updateMany({
            where: { id, status: 'waiting' },
            data: { status: 'refused', answeredAt: new Date(now), ...withoutStory },
          });
          if (count > 0) await planRemoval(tx, files, new Date());
          return count > 0;
        });
        if (isRefused) await removePlanned(deps, files);
        return isRefused;
      },
      describe: ({ id }) => ({ boxPhotoId: id }),
    },
  );
}
