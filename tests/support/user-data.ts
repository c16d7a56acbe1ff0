import { createHash } from 'node:crypto';
import { audioKey } from '#server/features/audio/audio-keys.ts';
import { boxPhotoKey, boxStoryKey } from '#server/features/boxes/box-keys.ts';
import { photoKey } from '#server/features/generation/task-keys.ts';
import { createId } from '#server/platform/ids.ts';
import { createSecret, hashOfSecret } from '#server/platform/secrets.ts';
import { addVideo, fakeVideo } from './albums.ts';
import type { TestServer } from './server.ts';
import type { Visitor } from './visitor.ts';

const fingerprint = () => createHash('sha256').update(createId()).digest('hex');

/**
 * Creates the resources that calls refer to, a new one of the owner's each time; each function resolves with the
 * resource's identifier.
 */
export function createUserData(place: () => { memori: Pick<TestServer, 'deps'>; owner: Visitor }) {
  const db = () => place().memori.deps.db;
  const userId = () => place().owner.userId;
  const video = async () => ({ taskId: await addVideo(place().memori, userId(), fakeVideo('a')) });

  async function waitingTask() {
    const id = createId();
    const row = { userId: userId(), provider: 'local', prompt: '', originalFilename: 'a.jpg' };
    await db().videoTask.create({ data: { id, ...row, photoKey: 'p' } });
    return { taskId: id };
  }

  async function refusedTask(data: object = {}) {
    const id = createId();
    await place().memori.deps.storage.putBytes(photoKey(id), Buffer.from('photo'));
    const row = { userId: userId(), provider: 'minimax', prompt: '', originalFilename: 'a.jpg' };
    const ended = { status: 'Fail', errorCode: 'input_refused', finishedAt: new Date() };
    await db().videoTask.create({ data: { id, ...row, ...ended, photoKey: photoKey(id), ...data } });
    return { taskId: id };
  }

  async function album(data: object = {}) {
    const id = createId();
    const done = { status: 'completed', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
    await db().album.create({ data: { id, userId: userId(), name: 'A', ...done, ...data } });
    return { mergeId: id };
  }
  const waitingAlbum = () =>
    album({ status: 'pending', renditionPrefix: null, finishedAt: null, progress: 0 });
  const failedAlbum = () =>
    album({ status: 'failed', renditionPrefix: null, errorCode: 'album_failed', progress: 0 });

  async function audio() {
    const id = createId();
    await place().memori.deps.storage.putBytes(audioKey(id), Buffer.from('song'));
    await db().audio.create({ data: { id, userId: userId(), purpose: 'music', seconds: 60 } });
    return { audioId: id };
  }

  async function frame() {
    const secret = createSecret();
    const row = { userId: userId(), secretHash: hashOfSecret(secret), films: [] };
    const { id } = await db().display.create({ data: { id: createId(), ...row } });
    return { id, secret };
  }

  async function box() {
    const secret = createSecret();
    const closesAt = new Date(Date.now() + 86_400_000);
    const row = { userId: userId(), secretHash: hashOfSecret(secret), name: 'Zii', closesAt };
    const { id } = await db().box.create({ data: { id: createId(), ...row } });
    return { id, secret };
  }

  async function boxPhoto(data: object = {}) {
    const { id: boxId } = await box();
    const secret = createSecret();
    const row = {
      boxId,
      secretHash: hashOfSecret(secret),
      sender: 'Zia',
      senderKey: 'k',
      seed: 1,
      language: 'it',
    };
    const { id } = await db().boxPhoto.create({
      data: { id: createId(), ...row, photoHash: 'a'.repeat(64), ...data },
    });
    return { id, secret };
  }

  /** A photo in a box, with a story. */
  async function boxStory() {
    const photo = await boxPhoto({ storySeconds: 2, storyWords: 'Al mare' });
    const { storage } = place().memori.deps;
    await storage.putBytes(boxPhotoKey(photo.id), Buffer.from('photo'));
    await storage.putBytes(boxStoryKey(photo.id), Buffer.from('story'));
    return photo;
  }

  async function apiToken() {
    const row = { userId: userId(), name: 'A', hash: fingerprint(), ending: 'abcd', scopes: ['read'] };
    const { id } = await db().apiToken.create({ data: { id: createId(), ...row } });
    return { id };
  }

  async function passkey() {
    const row = {
      userId: userId(),
      name: 'A',
      credentialId: createId(),
      publicKey: Buffer.of(0),
      counter: 0,
    };
    const { id } = await db().passkey.create({ data: { id: createId(), ...row, transports: [] } });
    return { id };
  }

  async function webhook() {
    const row = {
      userId: userId(),
      url: 'http://127.0.0.1:9/',
      events: ['credits.low'],
      secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
    };
    const { id } = await db().webhook.create({ data: { id: createId(), ...row } });
    return { id };
  }

  async function delivery() {
    const { id: webhookId } = await webhook();
    const row = { webhookId, userId: userId(), event: 'credits.low', data: '{}', deliveredAt: new Date() };
    const { id: deliveryId } = await db().webhookDelivery.create({
      data: { id: `msg_${createId()}`, ...row },
    });
    return { id: webhookId, deliveryId };
  }

  async function session() {
    const row = { userId: userId(), expiresAt: new Date(Date.now() + 86_400_000) };
    const { publicId } = await db().session.create({ data: { id: createId(), ...row } });
    return { id: publicId };
  }

  async function purchase() {
    const sessionId = `cs_test_${createId()}`;
    const row = { userId: userId(), packageId: 'legacy', credits: 15, price: 1900, language: 'en' };
    const paid = { status: 'paid', amountPaid: 1900, paidAt: new Date(), paymentIntentId: `pi_${sessionId}` };
    await db().purchase.create({ data: { sessionId, ...row, ...paid } });
    return { sessionId };
  }

  return {
    video,
    waitingTask,
    refusedTask,
    album,
    waitingAlbum,
    failedAlbum,
    audio,
    frame,
    box,
    boxPhoto,
    boxStory,
    apiToken,
    passkey,
    webhook,
    delivery,
    session,
    purchase,
  };
}
