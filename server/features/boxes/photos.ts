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
import { prepareUpload } from '../generation/photos/prepare-upload.ts';

interface BoxDeps {
  db: Db;
  storage: Storage;
}

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

/**
 * Puts a photo into a box, where only its owner sees it; checked and re-encoded like the owner's own uploads. Costs
 * nothing. Returns the secret of the sender's link. Throws the AppErrors of `requireRoom` and `preparePhoto`; nothing
 * is stored then.
 */
export async function sendToBox(
  { db, storage }: BoxDeps,
  box: Pick<Box, 'id' | 'userId'>,
  { photo: upload, address, sender, note, language, ...facts }: SentFields & { photo: Blob; address: string },
): Promise<string> {
  const { photo, ...traces } = await prepareUpload(upload, facts, box.id);
  const id = createId();
  const secret = createSecret();
  const files = [boxPhotoPrefix(id)];
  await planRemoval(db, files);
  try {
    await storage.putBytes(boxPhotoKey(id), photo.jpeg);
    await db.$transaction(async (tx) => {
      // Serializes uploads to one box, so that the limits hold.
      await tx.$queryRaw`SELECT 1 FROM box WHERE id = ${box.id} FOR NO KEY UPDATE`;
      await requireRoom(tx, box, address);
      const takenOn = photo.takenOn === null ? null : new Date(photo.takenOn);
      const secretHash = hashOfSecret(secret);
      const senderKey = senderKeyOf(box, address);
      const data = { id, boxId: box.id, secretHash, sender, note, senderKey, language, takenOn, ...traces };
      await tx.boxPhoto.create({ data });
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

/** The folder of all box photos. */
export const boxesPrefix = 'boxes';

/** Everything that belongs to one box photo is stored under this prefix. */
export const boxPhotoPrefix = (id: string): string => `${boxesPrefix}/${id}`;

/** The photo, prepared as for a task. */
export const boxPhotoKey = (id: string): string => `${boxPhotoPrefix(id)}/photo.jpg`;
