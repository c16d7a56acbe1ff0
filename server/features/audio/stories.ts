import type { Audio } from '#shared/schemas/audio.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { cancelRemoval, planRemoval, removePlanned } from '../files/removals.ts';
import { audioKey, audioPrefix } from './audio-keys.ts';
import { presentAudio, requireRoom } from './audio.ts';

interface StoryDeps {
  db: Db;
  storage: Pick<Storage, 'fetchToFile' | 'putBytes' | 'remove'>;
}

/** What a relative tells about a photo. */
export interface Story {
  seconds: number;
  speaker: string;
  words: string | null;
}

/** A story whose file is stored already, and whose row is not. */
export interface StagedStory {
  /** At the start of the transaction: throws AppError `too_much_audio`, also with concurrent requests. */
  admit(tx: Tx): Promise<void>;
  /** At its end: the story becomes a voice of this video. */
  add(tx: Tx, taskId: string): Promise<void>;
  /** After it has failed: removes the file, unless the transaction was committed after all. */
  discard(): Promise<void>;
}

/** Stores the bytes of a story, converted as recordings are, for a user who keeps it as a voice of a video. */
export async function stageStory(
  { db, storage }: StoryDeps,
  userId: string,
  { bytes, ...story }: Story & { bytes: Uint8Array },
): Promise<StagedStory> {
  const id = createId();
  const files = [audioPrefix(id)];
  await requireRoom(db, userId, story.seconds);
  await planRemoval(db, files);
  await storage.putBytes(audioKey(id), bytes);
  return {
    async admit(tx) {
      // Serializes the user's recordings, so that the limit holds.
      await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
      await requireRoom(tx, userId, story.seconds);
    },
    async add(tx, taskId) {
      await tx.audio.create({ data: { id, userId, taskId, purpose: 'voice', ...story } });
      await cancelRemoval(tx, files);
    },
    async discard() {
      if ((await db.audio.count({ where: { id } })) === 0) await removePlanned({ db, storage }, files);
    },
  };
}

/** The stories that were told about these videos of the user's, oldest first. */
export async function listStories(db: Db, userId: string, videoIds: readonly string[]): Promise<Audio[]> {
  const where = { userId, purpose: 'voice', taskId: { in: [...videoIds] } };
  return (await db.audio.findMany({ where, orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] })).map(
    presentAudio,
  );
}
