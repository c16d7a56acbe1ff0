import type { Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import type { ProvenanceRecord } from '#shared/schemas/provenance.ts';
import { playedPrefix } from './film-keys.ts';
import { findProvenanceRecord, makerNamed } from './provenance.ts';
import { videosVisibleTo } from './visibility.ts';

type Videos = Pick<Tx, 'videoTask'>;

/** What the user's videos are wanted for. */
type Use = 'print' | 'new-film';

/**
 * Throws AppError unless every task is a finished video of the user that may be used so: `task_not_found` (the same for
 * unknown, deleted and somebody else's), `film_hidden`, `video_not_ready`.
 */
export async function requireFinishedVideos(
  db: Videos,
  userId: string,
  taskIds: readonly string[],
  use: Use,
): Promise<void> {
  const tasks = await db.videoTask.findMany({
    where: { ...videosVisibleTo(use), id: { in: [...taskIds] }, userId },
    select: { status: true },
  });
  if (tasks.length < taskIds.length) throw new AppError(await whyMissing(db, userId, taskIds));
  if (tasks.some(({ status }) => status !== 'Success')) throw new AppError('video_not_ready');
}

/** Why some of these videos can't be used: one is gone, or all are there and one is hidden. */
async function whyMissing(
  db: Videos,
  userId: string,
  taskIds: readonly string[],
): Promise<'task_not_found' | 'film_hidden'> {
  const there = await db.videoTask.count({
    where: { ...videosVisibleTo('session'), id: { in: [...taskIds] }, userId },
  });
  return there < taskIds.length ? 'task_not_found' : 'film_hidden';
}

/** A finished video, for use in an album. */
export interface FoundVideo {
  /** The storage prefix of the files that are played. */
  prefix: string;
  making: ProvenanceRecord;
  /** The owner's name for it. */
  name: string | null;
  /** When its photo was taken. */
  takenOn: Date | null;
}

/**
 * The user's finished videos, to make a film of, in the order of `taskIds`; null if one of them is gone. Throws AppError
 * `film_hidden`. `asMade` says which files, names and days are used instead of today's.
 */
export async function findVideos(
  db: Videos & Pick<Tx, 'provenance'>,
  userId: string,
  taskIds: readonly string[],
  asMade?: readonly Pick<FoundVideo, 'prefix' | 'name' | 'takenOn'>[],
): Promise<FoundVideo[] | null> {
  const tasks = await db.videoTask.findMany({
    where: { ...videosVisibleTo('new-film'), id: { in: [...taskIds] }, userId },
    select: {
      id: true,
      renditionPrefix: true,
      shownPrefix: true,
      provider: true,
      photoHash: true,
      name: true,
      takenOn: true,
    },
  });
  if (tasks.length < taskIds.length) {
    const reason = await whyMissing(db, userId, taskIds);
    if (reason === 'film_hidden') throw new AppError(reason);
  }
  const found: FoundVideo[] = [];
  for (const [position, taskId] of taskIds.entries()) {
    const task = tasks.find(({ id }) => id === taskId);
    if (!task) return null;
    const { prefix, name, takenOn } = asMade?.[position] ?? { ...task, prefix: playedPrefix(task) };
    if (!prefix) return null;
    const { provider, photoHash } = task;
    const photos = photoHash === null ? [] : [photoHash];
    // For videos older than the provenance records, only the maker is known.
    const known = { makers: [makerNamed(provider)], photos, steps: [] };
    const making = (await findProvenanceRecord(db, prefix, 'clean')) ?? known;
    found.push({ prefix, making, name, takenOn });
  }
  return found;
}

/** The storage prefixes of all files of these videos: of their first runs, and of their other movements. */
export async function renditionPrefixes(
  db: Videos & Pick<Tx, 'videoVariant'>,
  taskIds: readonly string[],
): Promise<{ taskId: string; prefix: string }[]> {
  const tasks = await db.videoTask.findMany({
    where: { ...videosVisibleTo('new-film'), id: { in: [...taskIds] } },
    select: { id: true, renditionPrefix: true },
  });
  const variants = await db.videoVariant.findMany({
    where: { taskId: { in: [...taskIds] } },
    select: { taskId: true, renditionPrefix: true },
  });
  const rows = [...tasks.map(({ id, ...task }) => ({ taskId: id, ...task })), ...variants];
  return rows.flatMap(({ taskId, renditionPrefix: prefix }) => (prefix === null ? [] : { taskId, prefix }));
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
