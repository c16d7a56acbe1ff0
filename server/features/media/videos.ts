import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { ProvenanceRecord } from '../../../shared/schemas/provenance.ts';
import { playedPrefix } from './keys.ts';
import { findProvenanceRecord, makerNamed } from './provenance.ts';

type Videos = Pick<Tx, 'videoTask'>;

/**
 * Throws AppError unless every task is a finished video of the user: `task_not_found` (the same for unknown, deleted
 * and somebody else's), `video_not_ready`.
 */
export async function requireFinishedVideos(
  db: Videos,
  userId: string,
  taskIds: readonly string[],
): Promise<void> {
  const tasks = await db.videoTask.findMany({
    where: { id: { in: [...taskIds] }, userId, deletedAt: null },
    select: { status: true },
  });
  if (tasks.length < taskIds.length) throw new AppError('task_not_found');
  if (tasks.some(({ status }) => status !== 'Success')) throw new AppError('video_not_ready');
}

/** A finished video, for use in an album. */
export interface FoundVideo {
  /** The storage prefix of the files that are played. */
  prefix: string;
  name: string | null;
  making: ProvenanceRecord;
}

/** The user's finished videos, in the order of `taskIds`; null if one of them is gone. */
export async function findVideos(
  db: Videos & Pick<Tx, 'provenance'>,
  userId: string,
  taskIds: readonly string[],
): Promise<FoundVideo[] | null> {
  const tasks = await db.videoTask.findMany({
    where: { id: { in: [...taskIds] }, userId, deletedAt: null },
    select: {
      id: true,
      renditionPrefix: true,
      shownPrefix: true,
      name: true,
      provider: true,
      photoHash: true,
    },
  });
  const found: FoundVideo[] = [];
  for (const taskId of taskIds) {
    const task = tasks.find(({ id }) => id === taskId);
    const prefix = task && playedPrefix(task);
    if (!prefix) return null;
    const { name, provider, photoHash } = task;
    const photos = photoHash === null ? [] : [photoHash];
    // For videos older than the provenance records, only the maker is known.
    const known = { makers: [makerNamed(provider)], photos, steps: [] };
    found.push({ prefix, name, making: (await findProvenanceRecord(db, prefix, 'clean')) ?? known });
  }
  return found;
}

/** The providers that made these videos, as far as the videos still exist. */
export async function providersOf(db: Videos, taskIds: readonly string[]): Promise<string[]> {
  const tasks = await db.videoTask.findMany({
    where: { id: { in: [...taskIds] } },
    select: { provider: true },
    distinct: ['provider'],
  });
  return tasks.map(({ provider }) => provider);
}
