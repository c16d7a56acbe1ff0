import { buffer } from 'node:stream/consumers';
import type { Language } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import type { WaitingPhoto } from '#shared/schemas/box.ts';
import type { Box, BoxPhoto } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { type Storage, StorageNotFoundError } from '#server/providers/storage/types.ts';
import type { VideoProvider } from '#server/providers/video/types.ts';
import { planRemoval, removePlanned } from '../files/removals.ts';
import { acceptPhoto, type Accepted } from '../generation/requests/accept.ts';
import { requireGeneration } from '../generation/requests/request-generation.ts';
import { stageStory, type StagedStory } from '../audio/stories.ts';
import { boxPhotoKey, boxPhotoPrefix, boxStoryKey } from './box-keys.ts';
import { withoutStory } from './photos.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

interface AnswerDeps {
  db: Db;
  storage: Storage;
}

/** The photos that await the user's answer, oldest first. */
export async function listWaiting(db: Db, userId: string): Promise<WaitingPhoto[]> {
  const photos = await db.boxPhoto.findMany({
    where: { status: 'waiting', box: { userId } },
    include: { box: { select: { name: true } } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return photos.map(({ id, box, sender, note, createdAt, storySeconds: seconds, storyWords: words }) => ({
    id,
    boxName: box.name,
    sender,
    note,
    createdAt: createdAt.toISOString(),
    photoUrl: `/api/box-photos/${id}.jpg`,
    story: seconds === null ? null : { url: `/api/box-photos/${id}/story.m4a`, seconds, words },
  }));
}

/** A waiting photo in one of the user's boxes. Throws AppError `box_photo_not_found` or `box_photo_answered`. */
export async function findWaiting(db: Db, userId: string, id: string): Promise<BoxPhoto & { box: Box }> {
  const photo = await db.boxPhoto.findUnique({ where: { id, box: { userId } }, include: { box: true } });
  if (!photo) throw new AppError('box_photo_not_found');
  if (photo.status !== 'waiting') throw new AppError('box_photo_answered');
  return photo;
}

/** The same, if a story was told with it. Throws AppError `box_photo_not_found` too if none was. */
export async function findStory(db: Db, userId: string, id: string): Promise<BoxPhoto> {
  const photo = await findWaiting(db, userId, id);
  if (photo.storySeconds === null) throw new AppError('box_photo_not_found');
  return photo;
}

/**
 * Makes a video from a photo in one of the user's boxes, for one of the user's credits: the answer, the credit, the
 * task and its job are written in one transaction. With `story`, what was told with the photo becomes a voice of the
 * video; it is deleted otherwise. Throws AppError `box_photo_not_found`, `box_photo_answered` (also for concurrent
 * answers), `insufficient_credits`, `provider_unavailable` or `too_much_audio`; the photo then stays waiting and nothing
 * is spent.
 */
export async function approvePhoto(
  deps: AnswerDeps & { queue: JobQueue; video: Pick<VideoProvider, 'name' | 'isAvailable'> },
  userId: string,
  { id, language, story = false }: { id: string; language: Language; story?: boolean },
): Promise<Accepted> {
  const waiting = await findWaiting(deps.db, userId, id);
  const { takenOn, seed, photoHash } = waiting;
  await requireGeneration(deps, userId);
  const jpeg = await readWaiting(deps.storage, boxPhotoKey(id));
  const files = [boxPhotoPrefix(id)];
  const request = {
    ...defaultAnimationOptions,
    prompt: appLimits.generation.prompt,
    originalFilename: 'photo.jpg',
    userId,
    language,
    seed,
    photoHash,
    photo: { jpeg, takenOn: takenOn?.toISOString() ?? null },
  };
  const told = story ? await stage(deps, userId, waiting) : null;
  const task = await acceptPhoto(deps, request, {
    async before(tx) {
      await told?.admit(tx);
    },
    async after(tx, { taskId }) {
      const { count } = await tx.boxPhoto.updateMany({
        where: { id, status: 'waiting' },
        data: { status: 'approved', taskId, answeredAt: new Date(), ...withoutStory },
      });
      if (count === 0) throw new AppError('box_photo_answered');
      await told?.add(tx, taskId);
      await planRemoval(tx, files, new Date());
      await publish(tx, { userId, topic: 'box', id: userId });
    },
  }).catch(async (error: unknown) => {
    await told?.discard();
    throw error;
  });
  // The task has its own copy.
  await removePlanned(deps, files);
  return task;
}

/** What is told with a photo, ready to become a voice; null if nothing is. */
async function stage(
  deps: AnswerDeps,
  userId: string,
  { id, sender: speaker, storySeconds: seconds, storyWords: words }: BoxPhoto,
): Promise<StagedStory | null> {
  if (seconds === null) return null;
  const bytes = await readWaiting(deps.storage, boxStoryKey(id));
  return stageStory(deps, userId, { bytes, seconds, speaker, words });
}

/** A concurrent answer may have removed the photo and its story already. */
async function readWaiting(storage: Storage, key: string): Promise<Buffer> {
  try {
    return await buffer(await storage.read(key));
  } catch (cause) {
    if (cause instanceof StorageNotFoundError) throw new AppError('box_photo_answered', { cause });
    throw cause;
  }
}

/**
 * Refuses a photo in one of the user's boxes and deletes it, and what was told with it; with `block`, further photos from its sender are refused
 * automatically. Throws AppError `box_photo_not_found` or `box_photo_answered`.
 */
export async function refusePhoto(
  { db, storage }: AnswerDeps,
  userId: string,
  { id, block }: { id: string; block: boolean },
): Promise<void> {
  await findWaiting(db, userId, id);
  const files = [boxPhotoPrefix(id)];
  await db.$transaction(async (tx) => {
    const { count } = await tx.boxPhoto.updateMany({
      where: { id, status: 'waiting' },
      data: { status: 'refused', blocked: block, answeredAt: new Date(), ...withoutStory },
    });
    if (count === 0) throw new AppError('box_photo_answered');
    await planRemoval(tx, files, new Date());
    await publish(tx, { userId, topic: 'box', id: userId });
  });
  await removePlanned({ db, storage }, files);
}
