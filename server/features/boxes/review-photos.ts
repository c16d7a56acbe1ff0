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
import { boxPhotoKey, boxPhotoPrefix } from './photos.ts';
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
  return photos.map(({ id, box, sender, note, createdAt }) => ({
    id,
    boxName: box.name,
    sender,
    note,
    createdAt: createdAt.toISOString(),
    photoUrl: `/api/box-photos/${id}.jpg`,
  }));
}

/** A waiting photo in one of the user's boxes. Throws AppError `box_photo_not_found` or `box_photo_answered`. */
export async function findWaiting(db: Db, userId: string, id: string): Promise<BoxPhoto & { box: Box }> {
  const photo = await db.boxPhoto.findUnique({ where: { id, box: { userId } }, include: { box: true } });
  if (!photo) throw new AppError('box_photo_not_found');
  if (photo.status !== 'waiting') throw new AppError('box_photo_answered');
  return photo;
}

/**
 * Makes a video from a photo in one of the user's boxes, for one of the user's credits: the answer, the credit, the
 * task and its job are written in one transaction. Throws AppError `box_photo_not_found`, `box_photo_answered` (also
 * for concurrent answers), `insufficient_credits` or `provider_unavailable`; the photo then stays waiting and nothing
 * is spent.
 */
export async function approvePhoto(
  deps: AnswerDeps & { queue: JobQueue; video: Pick<VideoProvider, 'name' | 'isAvailable'> },
  userId: string,
  { id, language }: { id: string; language: Language },
): Promise<Accepted> {
  const { takenOn, seed, photoHash } = await findWaiting(deps.db, userId, id);
  await requireGeneration(deps, userId);
  const jpeg = await readPhoto(deps.storage, id);
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
  const task = await acceptPhoto(deps, request, {
    async after(tx, { taskId }) {
      const { count } = await tx.boxPhoto.updateMany({
        where: { id, status: 'waiting' },
        data: { status: 'approved', taskId, answeredAt: new Date() },
      });
      if (count === 0) throw new AppError('box_photo_answered');
      await planRemoval(tx, files, new Date());
      await publish(tx, { userId, topic: 'box', id: userId });
    },
  });
  // The task has its own copy.
  await removePlanned(deps, files);
  return task;
}

/** A concurrent answer may have removed the photo already. */
async function readPhoto(storage: Storage, id: string): Promise<Buffer> {
  try {
    return await buffer(await storage.read(boxPhotoKey(id)));
  } catch (cause) {
    if (cause instanceof StorageNotFoundError) throw new AppError('box_photo_answered', { cause });
    throw cause;
  }
}

/**
 * Refuses a photo in one of the user's boxes and deletes it; with `block`, further photos from its sender are refused
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
      data: { status: 'refused', blocked: block, answeredAt: new Date() },
    });
    if (count === 0) throw new AppError('box_photo_answered');
    await planRemoval(tx, files, new Date());
    await publish(tx, { userId, topic: 'box', id: userId });
  });
  await removePlanned({ db, storage }, files);
}
