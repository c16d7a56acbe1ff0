import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boxesIn, readCredentials } from '#tests/support/content-credentials.ts';
import { writeClip } from '#tests/support/numbered-clips.ts';
import { portrait } from '#tests/support/photos.ts';
import type { ProvenanceRecord } from '#shared/schemas/provenance.ts';
import { findFfmpeg } from '../ffmpeg/ffmpeg.ts';
import { type Identity, ownIdentity, readIdentity } from './certificate.ts';
import { createCredentials } from './credentials.ts';
import type { Ingredient } from './manifest.ts';

let folder: string;
let clip: Buffer;
let photo: Ingredient;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-credentials-'));
  const file = path.join(folder, 'clip.mp4');
  await writeClip((await findFfmpeg()).path, { number: 1, width: 64, height: 80, frames: 50 }, file);
  clip = await readFile(file);
  photo = { path: path.join(folder, 'photo.jpg'), type: 'image/jpeg', title: 'Photo', makers: [] };
  await writeFile(photo.path, await portrait());
});
afterAll(() => rm(folder, { recursive: true }));

const faults: object[] = [];
const logger = { warn: (fault: object) => faults.push(fault), error: (fault: object) => faults.push(fault) };
const own = () => ownIdentity(path.join(folder, 'own'));
const writer = (identity: () => Promise<Identity> = own) =>
  createCredentials({ identity, version: '1.2.3', logger });
let files = 0;
/** A fresh copy of the clip, signed. */
async function signed(
  making: ProvenanceRecord,
  ingredients = [photo],
  credentials = writer(),
): Promise<string> {
  const file = path.join(folder, `${files++}.mp4`);
  await writeFile(file, clip);
  await credentials.write(file, { making, ingredients });
  return file;
}
const local: ProvenanceRecord = {
  makers: [{ name: 'local', version: '1.2.3', model: null }],
  photos: ['ab'.repeat(32)],
  steps: ['cropped', 'restored', 'animated', 'watermarked'],
};
const hosted: ProvenanceRecord = {
  makers: [{ name: 'minimax', version: null, model: 'Hailuo-9' }],
  photos: [],
  steps: ['animated', 'conformed'],
};
const typesOf = (file: Buffer) => boxesIn(file).map((box) => box.type);
const type = (name: string) => `http://cv.iptc.org/newscodes/digitalsourcetype/${name}`;

test('an independent reader finds the maker, the ingredients and the actions', async () => {
  const file = await signed(local);
  const read = readCredentials(await readFile(file));
  expect(read).toMatchObject({
    faults: [],
    making: local,
    ingredients: ['Photo'],
    manifests: 1,
    signer: 'O=Memori (self-made certificate)\nCN=Memori',
  });
  expect(read.actions).toMatchObject([
    {
      action: 'c2pa.created',
      digitalSourceType: type('algorithmicMedia'),
      softwareAgent: { name: 'Memori local animator', version: '1.2.3' },
      description: 'Software moved a still photo; nothing was invented.',
    },
    { action: 'c2pa.placed' },
    { action: 'c2pa.cropped' },
    { action: 'c2pa.color_adjustments' },
    { action: 'c2pa.edited', description: 'The visible mark of Memori was put on.' },
  ]);
  expect(read.xmp).toContain(
    `<Iptc4xmpExt:DigitalSourceType>${type('algorithmicMedia')}</Iptc4xmpExt:DigitalSourceType>`,
  );
  expect(await writer().read(file)).toEqual({
    state: 'valid',
    signedBy: 'Memori (self-made certificate)',
    selfMade: true,
  });
  const bytes = await readFile(file);
  const boxes = boxesIn(bytes);
  expect(boxes.map((box) => box.type)).toEqual(['ftyp', 'uuid', ...typesOf(clip).slice(1), 'uuid']);
  // No thumbnail is embedded, which would show the picture without the mark.
  const jpeg = Buffer.from([0xff, 0xd8, 0xff]);
  expect(bytes.subarray(boxes[1]!.start, boxes[1]!.end).includes(jpeg)).toBe(false);
});

test('a generative model is declared as one, and the manifest of an external clip is kept', async () => {
  const source = await signed(hosted);
  const clipOfTheirs: Ingredient = {
    path: source,
    type: 'video/mp4',
    title: 'Clip',
    makers: hosted.makers,
  };
  const read = readCredentials(await readFile(await signed(hosted, [photo, clipOfTheirs])));
  expect(read).toMatchObject({ faults: [], manifests: 2, ingredients: ['Photo', 'Clip'] });
  expect(read.actions[0]).toMatchObject({
    digitalSourceType: type('trainedAlgorithmicMedia'),
    softwareAgent: { name: 'MiniMax', version: 'Hailuo-9' },
    description: 'A generative model made pictures that move of a still photo.',
  });
  expect(read.xmp).toContain('AI: MiniMax (Hailuo-9)');
});

test('an album of both kinds says so, and declares the kind of each clip', async () => {
  const clips = [local, hosted];
  const ingredients: Ingredient[] = [];
  for (const making of clips)
    ingredients.push({
      path: await signed(making),
      type: 'video/mp4',
      title: 'Video',
      makers: making.makers,
    });
  const makers = clips.flatMap((each) => each.makers);
  const album: ProvenanceRecord = { makers, photos: [], steps: ['animated', 'conformed', 'joined', 'music'] };
  const read = readCredentials(await readFile(await signed(album, ingredients)));
  expect(read.faults).toEqual([]);
  expect(read.actions.map(({ action, digitalSourceType }) => [action, digitalSourceType])).toEqual([
    ['c2pa.created', type('compositeWithTrainedAlgorithmicMedia')],
    ['c2pa.placed', type('algorithmicMedia')],
    ['c2pa.placed', type('trainedAlgorithmicMedia')],
    ['c2pa.transcoded', undefined],
    ['c2pa.edited', undefined],
  ]);
});

test('fifty signed files verify, and changing any byte is detected', async () => {
  const credentials = writer();
  for (let i = 0; i < 50; i++) {
    const making = { ...local, photos: [i.toString(16).padStart(64, '0')] };
    const file = await signed(making, [photo], credentials);
    const bytes = await readFile(file);
    expect(readCredentials(bytes)).toMatchObject({ faults: [], making });
    const boxes = boxesIn(bytes).filter(({ type }) => ['moov', 'mdat', 'uuid'].includes(type));
    // The manifest itself contains unused padding.
    const [, ...hashed] = boxes;
    const { content, end } = hashed[i % hashed.length]!;
    bytes[content + Math.floor(((end - content - 1) * i) / 49)]! ^= 1;
    await writeFile(file, bytes);
    expect([i, (await credentials.read(file)).state]).toEqual([i, 'changed']);
    await rm(file);
  }
});

test('an unsigned file is reported as such', async () => {
  const file = path.join(folder, 'unsigned.mp4');
  await writeFile(file, clip);
  expect(await writer().read(file)).toEqual({ state: 'none', signedBy: null, selfMade: false });
});

test('processes that start at once create one certificate, whose key is private', async () => {
  const place = path.join(folder, 'together', 'credentials');
  const made = await Promise.all(Array.from({ length: 5 }, () => ownIdentity(place)));
  expect(new Set(made.map(({ chain }) => chain)).size).toBe(1);
  expect((await stat(path.join(place, 'key.pem'))).mode & 0o777).toBe(0o600);
});

test('a certificate with a key that does not match is refused', async () => {
  await own();
  const certificate = path.join(folder, 'own', 'certificate.pem');
  const key = path.join(folder, 'other.pem');
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await expect(readIdentity(certificate, key)).rejects.toThrow('the key is not that of the certificate');
  const given = await readIdentity(certificate, path.join(folder, 'own', 'key.pem'));
  expect(given.selfMade).toBe(false);
});

test('a file that can’t be signed keeps its content, and the error is logged', async () => {
  const file = path.join(folder, 'no-film.mp4');
  await writeFile(file, 'no film');
  faults.length = 0;
  await writer().write(file, { making: local, ingredients: [] });
  expect((await readFile(file)).subarray(0, 7).toString()).toBe('no film');
  expect(faults).toEqual([{ err: expect.any(Error) as Error }]);
});
