import { createHash } from 'node:crypto';
import { familyLimits } from '#shared/family-limits.ts';
import type { SentFields } from '#shared/schemas/box.ts';
import type { Box } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { networkOf } from '#server/platform/network/network.ts';
import { createSecret, hashOfSecret } from '#server/platform/secrets.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { cancelRemoval, planRemoval, removePlanned } from '../files/removals.ts';
import { type ConvertDeps, withConverted } from '../audio/convert-upload.ts';
import { prepareUpload, type PreparedUpload } from '../generation/photos/prepare-upload.ts';
import { boxPhotoKey, boxPhotoPrefix, boxStoryKey } from './box-keys.ts';

interface BoxDeps extends ConvertDeps {
  db: Db;
  storage: Storage;
}

/** What an answered photo no longer says: its story is a voice of the video by then, or deleted. */
export const withoutStory = { storySeconds: null, storyWords: null } as const;

/** A pseudonymous key for a sender's network, different in each box. */
const senderKeyOf = (box: Pick<Box, 'id'>, address: string): string =>
  createHash('sha256')
    .update(JSON.stringify([box.id, networkOf(address)]))
    .digest('base64url');

/**
 * Rejects an upload before its photo is read. Throws AppError `box_not_found` to senders that the owner has blocked,
 * and `box_full` if the limit of waiting photos is reached.
 */
export async function requireRoom(db: Tx, box: Pick<Box, 'id'>, address: string): Promise<void> {
  const own = { boxId: box.id, senderKey: senderKeyOf(box, address) };
  if ((await db.boxPhoto.count({ where: { ...own, blocked: true } })) > 0)
    throw new AppError('box_not_found');
  const all = await db.boxPhoto.count({ where: { boxId: box.id, status: 'waiting' } });
  const ofOne = await db.boxPhoto.count({ where: { ...own, status: 'waiting' } });
  if (all >= familyLimits.box.mostWaiting || ofOne >= familyLimits.box.mostWaitingOfOne)
    throw new AppError('box_full');
}

/** What a relative sends. */
export interface Sending extends SentFields {
  photo: Blob;
  /** What they tell about it, as they recorded it. */
  story: Blob | null;
  address: string;
}

/** A story, converted. */
interface Told {
  file: string;
  seconds: number;
}

/**
 * Puts a photo, and the story that is told with it, into a box, where only its owner sees and hears them; both are checked
 * and re-encoded like the owner's own. Costs nothing. Returns the secret of the sender's link. Throws AppError
 * `story_not_asked`, `audio_required` (words without a story), and the AppErrors of `requireRoom`, `preparePhoto` and
 * `withConverted`; nothing is stored then.
 */
export async function sendToBox(
  deps: BoxDeps,
  box: Pick<Box, 'id' | 'userId' | 'asksForStory'>,
  sending: Sending,
  signal = new AbortController().signal,
): Promise<string> {
  const { photo, story, words, address, takenOn, seed } = sending;
  if (story && !box.asksForStory) throw new AppError('story_not_asked');
  if (words !== null && !story) throw new AppError('audio_required');
  const upload = await prepareUpload(photo, { takenOn, seed }, box.id);
  const keep = (told: Told | null) => store(deps, box, { ...sending, ...upload }, told);
  if (!story) return keep(null);
  const turn = senderKeyOf(box, address);
  return withConverted(deps, { userId: turn, upload: story, purpose: 'voice' }, signal, keep);
}

async function store(
  { db, storage }: Pick<BoxDeps, 'db' | 'storage'>,
  box: Pick<Box, 'id' | 'userId'>,
  { photo, photoHash, seed, ...sent }: Omit<Sending, 'photo' | 'seed'> & PreparedUpload,
  told: Told | null,
): Promise<string> {
  const { address, sender, note, language, words } = sent;
  const id = createId();
  const secret = createSecret();
  const files = [boxPhotoPrefix(id)];
  await planRemoval(db, files);
  try {
    await storage.putBytes(boxPhotoKey(id), photo.jpeg);
    if (told) await storage.putFile(boxStoryKey(id), told.file);
    await db.$transaction(async (tx) => {
      // Serializes uploads to one box, so that the limits hold.
      await tx.$queryRaw`SELECT 1 FROM box WHERE id = ${box.id} FOR NO KEY UPDATE`;
      await requireRoom(tx, box, address);
      await tx.boxPhoto.create({
        data: {
          id,
          boxId: box.id,
          secretHash: hashOfSecret(secret),
          sender,
          note,
          senderKey: senderKeyOf(box, address),
          language,
          takenOn: photo.takenOn === null ? null : new Date(photo.takenOn),
          seed,
          photoHash,
          ...(told && { storySeconds: told.seconds, storyWords: words }),
        },
      });
      await cancelRemoval(tx, files);
      await publish(tx, { userId: box.userId, topic: 'box', id: box.userId });
    });
  } catch (error) {
    // The confirmation of a commit can be lost after it succeeded.
    if ((await db.boxPhoto.count({ where: { id } })) > 0) return secret;
    await removePlanned({ db, storage }, files);
    throw error;
  }
  return secret;
}
