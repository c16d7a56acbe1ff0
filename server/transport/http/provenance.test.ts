import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { halfSize } from '#tests/support/animation.ts';
import { addVideo, clientOf, followAlbum, fakeVideo } from '#tests/support/albums.ts';
import { drawForeignVideo } from '#tests/support/clips.ts';
import { readCredentials } from '#tests/support/content-credentials.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { ProvenanceRecord, Provenance } from '#shared/schemas/provenance.ts';
import { sealRendition } from '#server/features/media/provenance.ts';

let server: TestServer;
let owner: Visitor;
let photo: Buffer;
/** The id of a video made for this test by the local animator. */
let made: string;
beforeAll(async () => {
  server = await startTestServer({ wrapVideo: halfSize });
  owner = await newVisitor(server.url);
  photo = await portrait();
  const accepted = await owner.generate(photo, { fields: { restore: 'true', name: 'Nonna Rosa' } });
  made = ((await accepted.json()) as { taskId: string }).taskId;
  await followTask(server, owner.userId, made);
});
afterAll(() => server.close());

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const publicVideo = (id: string) => `${server.url}/api/public/video/${id}`;
const publicAlbum = (id: string) => `${server.url}/api/public/album/${id}`;

async function fetchProvenance(address: string): Promise<Provenance> {
  const response = await fetch(`${address}/provenance`);
  expect(response.status).toBe(200);
  return (await response.json()) as Provenance;
}

/** A file downloaded in ranges of this length and reassembled. */
async function inRanges(address: string, length = 100_000): Promise<Buffer> {
  const parts: Buffer[] = [];
  for (let from = 0, size = Infinity; from < size; from += length) {
    const response = await fetch(address, { headers: { range: `bytes=${from}-${from + length - 1}` } });
    expect(response.status).toBe(206);
    size = Number(response.headers.get('content-range')?.split('/')[1]);
    parts.push(Buffer.from(await response.arrayBuffer()));
  }
  return Buffer.concat(parts);
}

/** Makes the visitor a paying user, who sees clean videos. */
async function buy({ userId }: Visitor): Promise<void> {
  await server.deps.db.purchase.create({
    data: {
      sessionId: `cs_${userId}`,
      userId,
      packageId: 'heritage',
      credits: 1,
      price: 100,
      language: 'en',
      status: 'paid',
      amountPaid: 100,
      paidAt: new Date(),
    },
  });
}

/** The id of a finished album made of these videos. */
async function album(videoIds: string[]): Promise<string> {
  const { mergeId } = await clientOf(server, owner).album.create.mutate({ videoIds, albumName: 'Estate' });
  expect((await followAlbum(server, owner.userId, mergeId)).at(-1)?.status).toBe('completed');
  return mergeId;
}

test('the provenance of a video names maker, photo and steps, and its file holds the same', async () => {
  const provenance = await fetchProvenance(publicVideo(made));
  const making = {
    makers: [{ name: 'local', version: '0.1.0', model: null }],
    photos: [hashOf(photo)],
    steps: ['restored', 'animated', 'watermarked'],
  };
  expect(provenance).toEqual({
    id: made,
    kind: 'video',
    rendition: 'watermarked',
    ...making,
    ai: false,
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicMedia',
    madeAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    recorded: true,
    credentials: { state: 'valid', signedBy: 'Memori (self-made certificate)', selfMade: true },
  });
  const file = await inRanges(publicVideo(made));
  expect(readCredentials(file)).toMatchObject({ faults: [], making, ingredients: ['Photo'] });
});

test('an album names every kind of maker in it, also of videos without a provenance record', async () => {
  const theirs = await addVideo(
    server,
    owner.userId,
    await drawForeignVideo(server.dataDir, { width: 96, height: 120 }),
  );
  await server.deps.db.videoTask.update({ where: { id: theirs }, data: { provider: 'minimax' } });
  expect(await fetchProvenance(publicVideo(theirs))).toMatchObject({
    recorded: false,
    ai: true,
    steps: [],
    photos: [],
    makers: [{ name: 'minimax', version: null, model: null }],
    credentials: { state: 'none' },
  });
  const id = await album([made, theirs]);
  const provenance = await fetchProvenance(publicAlbum(id));
  expect(provenance).toMatchObject({
    kind: 'album',
    ai: true,
    recorded: true,
    photos: [hashOf(photo)],
    makers: [
      { name: 'local', version: '0.1.0', model: null },
      { name: 'minimax', version: null, model: null },
    ],
    steps: ['restored', 'animated', 'joined', 'watermarked'],
    digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/compositeWithTrainedAlgorithmicMedia',
    credentials: { state: 'valid' },
  });
  const read = readCredentials(await inRanges(publicAlbum(id)));
  // The first clip has a manifest of its own, the other never had one.
  expect(read).toMatchObject({ faults: [], manifests: 2, ingredients: ['Video', 'Video'] });
  expect(read.xmp).toContain('by its local animator 0.1.0 and AI: MiniMax (unknown model)');
  // The path of a video also finds albums.
  expect(await fetchProvenance(publicVideo(id))).toEqual(provenance);
});

test('no file contains a name, so that a name that was removed or changed is gone', async () => {
  const { video, album: albums } = clientOf(server, owner);
  const other = await addVideo(
    server,
    owner.userId,
    await drawForeignVideo(server.dataDir, { width: 96, height: 120 }),
  );
  const { mergeId } = await albums.create.mutate({
    videoIds: [made, other],
    albumName: 'Estate da zia Pina',
  });
  expect((await followAlbum(server, owner.userId, mergeId)).at(-1)?.status).toBe('completed');
  const namesIn = async (address: string) => {
    const bytes = await inRanges(address);
    return ['Nonna Rosa', 'Estate da zia Pina'].filter((name) => bytes.includes(name));
  };
  expect(await namesIn(publicVideo(made))).toEqual([]);
  expect(await namesIn(publicAlbum(mergeId))).toEqual([]);
  // The name of the download is the current one.
  const fileName = async () => (await fetch(publicVideo(made))).headers.get('content-disposition');
  expect(await fileName()).toContain('Nonna Rosa.mp4');
  await video.rename.mutate({ taskId: made, name: null });
  expect(await fileName()).not.toContain('Nonna');
  await video.rename.mutate({ taskId: made, name: 'Nonna Rosa' });
});

test('a buyer gets the provenance of the clean file, which is signed as well', async () => {
  const buyer = await newVisitor(server.url);
  const accepted = await buyer.generate(photo);
  const { taskId } = (await accepted.json()) as { taskId: string };
  await followTask(server, buyer.userId, taskId);
  await buy(buyer);
  expect(await fetchProvenance(publicVideo(taskId))).toMatchObject({
    rendition: 'clean',
    steps: ['animated'],
    credentials: { state: 'valid' },
  });
  expect(readCredentials(await inRanges(publicVideo(taskId)))).toMatchObject({
    faults: [],
    making: { steps: ['animated'] },
  });
});

test('two hundred files in both renditions verify as served, in ranges of any size', async () => {
  const buyer = await newVisitor(server.url);
  await buy(buyer);
  const clip = await drawForeignVideo(server.dataDir, { width: 96, height: 120 });
  const file = path.join(server.dataDir, 'to-be-signed.mp4');
  for (let i = 0; i < 200; i++) {
    const rendition = i % 2 === 0 ? 'clean' : 'watermarked';
    const making: ProvenanceRecord = {
      makers: [{ name: 'local', version: '1.2.3', model: null }],
      photos: [i.toString(16).padStart(64, '0')],
      steps: ['animated'],
    };
    await writeFile(file, clip[rendition]);
    await sealRendition(server.deps.credentials, file, rendition, {
      making,
      ingredients: [],
    });
    const signed = await readFile(file);
    const { userId } = rendition === 'clean' ? buyer : owner;
    const id = await addVideo(server, userId, { ...clip, [rendition]: signed });
    const served = await inRanges(publicVideo(id), 1 + Math.floor((signed.length * (i + 1)) / 200));
    expect([i, readCredentials(served)]).toMatchObject([
      i,
      {
        faults: [],
        making: { ...making, steps: ['animated', ...(rendition === 'clean' ? [] : ['watermarked'])] },
      },
    ]);
  }
});

test('a file that is no longer a film is reported as changed', async () => {
  const id = await addVideo(server, owner.userId, fakeVideo('changed'));
  expect((await fetchProvenance(publicVideo(id))).credentials.state).toBe('changed');
});

test('films that are unknown or not shared have no public provenance', async () => {
  const hidden = await addVideo(server, owner.userId, fakeVideo('hidden'));
  const { share } = clientOf(server, owner);
  const stopped = { sender: null, dedication: null, until: null, stopped: true };
  await share.set.mutate({ kind: 'video', id: hidden, ...stopped });
  for (const address of [publicVideo(hidden), publicVideo('a'.repeat(32)), publicAlbum('nothing')]) {
    const response = await fetch(`${address}/provenance`);
    expect([address, response.status]).toEqual([address, 404]);
  }
});

test('the record is deleted with the video', async () => {
  const { db } = server.deps;
  const taskId = await addVideo(server, owner.userId, fakeVideo('gone'));
  await db.provenance.create({ data: { prefix: 'x', rendition: 'clean', taskId, making: {} } });
  await db.videoTask.delete({ where: { id: taskId } });
  expect(await db.provenance.count({ where: { taskId } })).toBe(0);
});
