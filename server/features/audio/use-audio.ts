import type { AudioPurpose } from '#shared/schemas/audio.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { type Storage, StorageNotFoundError } from '#server/providers/storage/types.ts';
import { audioKey } from './audio-keys.ts';

/**
 * Notes that a film will use one of the user's recordings, which keeps it for longer. Returns its length in seconds. Throws AppError `audio_not_found`,
 * also for somebody else's, and for one that was sent for another purpose.
 */
export async function noteUse(
  tx: Tx,
  userId: string,
  audioId: string,
  purpose: AudioPurpose,
): Promise<number> {
  const [used] = await tx.audio.updateManyAndReturn({
    where: { id: audioId, userId, purpose },
    data: { lastUsedAt: new Date() },
    select: { seconds: true },
  });
  if (!used) throw new AppError('audio_not_found');
  return used.seconds;
}

/** A recording on the local disk. */
export interface FetchedAudio {
  readonly file: string;
  readonly seconds: number;
}

/** Fetches one of the user's recordings into `file`. Throws AppError `album_audio_gone` if it has been deleted. */
export async function fetchAudio(
  { db, storage }: { db: Db; storage: Pick<Storage, 'fetchToFile'> },
  userId: string,
  audioId: string,
  file: string,
): Promise<FetchedAudio> {
  const row = await db.audio.findFirst({ where: { id: audioId, userId }, select: { seconds: true } });
  if (!row) throw new AppError('album_audio_gone');
  await storage.fetchToFile(audioKey(audioId), file).catch((cause: unknown) => {
    throw cause instanceof StorageNotFoundError ? new AppError('album_audio_gone', { cause }) : cause;
  });
  return { file, seconds: row.seconds };
}
