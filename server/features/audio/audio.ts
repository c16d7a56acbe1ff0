import { audioLimits } from '#shared/audio-limits.ts';
import type { AddedAudio, Audio, AudioPurpose } from '#shared/schemas/audio.ts';
import type { Audio as AudioRow } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { cancelRemoval, planRemoval, removePlanned } from '../files/removals.ts';
import { audioKey, audioPrefix } from './audio-keys.ts';
import { type ConvertDeps, withConverted } from './convert-upload.ts';

interface AudioDeps {
  db: Db;
  storage: Storage;
}

/** Records the answer in the same transaction. */
type StoreResult = (tx: Tx, added: AddedAudio) => Promise<void>;

export interface NewAudio {
  userId: string;
  upload: Blob;
  purpose: AudioPurpose;
}

interface AddOptions {
  signal?: AbortSignal | undefined;
  storeResult?: StoreResult;
}

/**
 * Keeps a recording for the user's films, converted and without its metadata. Throws AppError `too_much_audio` and the
 * errors of `withConverted`; then nothing is stored.
 */
export async function addAudio(
  deps: AudioDeps & ConvertDeps,
  audio: NewAudio,
  { signal = new AbortController().signal, storeResult }: AddOptions = {},
): Promise<AddedAudio> {
  await requireRoom(deps.db, audio.userId, 0);
  return withConverted(deps, audio, signal, ({ file, seconds }) =>
    store(deps, file, { userId: audio.userId, purpose: audio.purpose, seconds }, storeResult),
  );
}

async function store(
  deps: AudioDeps,
  file: string,
  row: { userId: string; purpose: AudioPurpose; seconds: number },
  storeResult?: StoreResult,
): Promise<AddedAudio> {
  const { db, storage } = deps;
  const id = createId();
  const files = [audioPrefix(id)];
  const added = { audioId: id, seconds: row.seconds, purpose: row.purpose };
  await planRemoval(db, files);
  try {
    await storage.putFile(audioKey(id), file);
    await db.$transaction(async (tx) => {
      // Serializes the user's recordings, so that the limit holds.
      await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${row.userId} FOR NO KEY UPDATE`;
      await requireRoom(tx, row.userId, row.seconds);
      await tx.audio.create({ data: { id, ...row } });
      await cancelRemoval(tx, files);
      await storeResult?.(tx, added);
    });
  } catch (error) {
    // The confirmation of a commit can be lost after it succeeded.
    if ((await db.audio.count({ where: { id } })) > 0) return added;
    await removePlanned(deps, files);
    throw error;
  }
  return added;
}

/** Throws AppError `too_much_audio` if the user can't keep so many seconds more. */
export async function requireRoom(db: Tx, userId: string, seconds: number): Promise<void> {
  const { _sum: kept } = await db.audio.aggregate({ where: { userId }, _sum: { seconds: true } });
  if ((kept.seconds ?? 0) + seconds > audioLimits.maxKeptSeconds) throw new AppError('too_much_audio');
}

/** The user's latest recordings, newest first. */
export async function listAudio(db: Db, userId: string): Promise<Audio[]> {
  const rows = await db.audio.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: audioLimits.mostListed,
  });
  return rows.map(presentAudio);
}

/** A recording as its owner sees it. */
export const presentAudio = ({ id, seconds, purpose, createdAt, taskId, ...row }: AudioRow): Audio => ({
  audioId: id,
  seconds,
  purpose: purpose as AudioPurpose,
  createdAt: createdAt.toISOString(),
  story: taskId === null ? null : { videoId: taskId, speaker: row.speaker ?? '', text: row.words },
});

/**
 * Deletes one of the user's recordings with its file; finished films keep what they play of it. Throws AppError
 * `audio_not_found`, also for somebody else's.
 */
export async function deleteAudio(deps: AudioDeps, userId: string, audioId: string): Promise<void> {
  const files = [audioPrefix(audioId)];
  await deps.db.$transaction(async (tx) => {
    const { count } = await tx.audio.deleteMany({ where: { id: audioId, userId } });
    if (count === 0) throw new AppError('audio_not_found');
    await planRemoval(tx, files, new Date());
  });
  await removePlanned(deps, files);
}

/** Deletes all recordings of a user. */
export async function deleteAllAudio(deps: AudioDeps, userId: string): Promise<void> {
  for (const { id } of await deps.db.audio.findMany({ where: { userId }, select: { id: true } }))
    await deleteAudio(deps, userId, id).catch((error: unknown) => {
      // Another sweep was quicker.
      if (!(error instanceof AppError)) throw error;
    });
}
