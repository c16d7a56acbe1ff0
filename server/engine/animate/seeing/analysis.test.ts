import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { points as at } from '#shared/vision/landmarks.ts';
import { scaleDetection } from '#shared/vision/detect-people.ts';
import { sharp } from '#server/platform/image.ts';
import { RenderError } from '../render-error.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { analyzePhoto, detectPeople } from './analysis.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const pictures = path.join(root, 'studio/pictures/masters');
const grandmother = path.join(pictures, 'grandmother.jpg');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'analysis-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function keep(name: string, picture: ReturnType<typeof sharp>): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, await picture.png().toBuffer());
  return file;
}

test('finds the faces of a grandmother with glasses and the girl on her lap, and masks the people', async () => {
  const { width, height, faces, people } = await detectPeople(grandmother);
  expect([width, height]).toEqual([768, 960]);
  expect(faces).toHaveLength(2);
  const [girl, woman] = faces.toSorted((a, b) => b.y - a.y);
  expect(Math.hypot(girl!.x - 460, girl!.y - 555)).toBeLessThan(60);
  expect(Math.hypot(woman!.x - 325, woman!.y - 270)).toBeLessThan(60);
  for (const { points, x, y, width: across, height: down, angle } of faces) {
    const place = (i: number) => [points[3 * i]!, points[3 * i + 1]!] as const;
    // Left is left in the picture, the forehead is above the chin, and the nose is between the eyes.
    expect(place(at.leftEyeOuter)[0]).toBeLessThan(place(at.noseTip)[0]);
    expect(place(at.rightEyeOuter)[0]).toBeGreaterThan(place(at.noseTip)[0]);
    expect(place(at.forehead)[1]).toBeLessThan(place(at.noseTip)[1]);
    expect(place(at.chin)[1]).toBeGreaterThan(place(at.noseTip)[1]);
    expect(Math.abs(angle)).toBeLessThan(0.5);
    expect(Math.abs(place(at.noseTip)[0] - x)).toBeLessThan(0.4 * across);
    expect(Math.abs(place(at.noseTip)[1] - y)).toBeLessThan(0.3 * down);
  }
  const masked = (u: number, v: number) =>
    people.data[Math.floor(v * people.height) * people.width + Math.floor(u * people.width)]!;
  expect(masked(0.6, 0.6)).toBeGreaterThan(0.9);
  expect(masked(0.04, 0.05)).toBeLessThan(0.1);
});

test.each([
  [0, []],
  [90, ['turned']],
] as const)(
  'a photo that lies turned by %d degrees is righted by the people in it',
  async (degrees, steps) => {
    const lying = await keep(`lying ${degrees}.png`, sharp(grandmother).rotate(degrees));
    const {
      photoPath,
      steps: taken,
      detection,
    } = await analyzePhoto({
      photoPath: lying,
      workDir: await mkdtemp(path.join(folder, 'work-')),
      options: { ...defaultAnimationOptions, border: 'keep' },
    });
    expect(taken).toEqual(steps);
    const { width, height } = await sharp(photoPath).metadata();
    expect([width, height]).toEqual(degrees === 0 ? [width, height] : [1024, 1280]);
    const woman = detection.faces.toSorted((a, b) => a.y - b.y)[0]!;
    expect(Math.abs(woman.angle)).toBeLessThan(0.5);
    expect(woman.y).toBeLessThan(detection.height / 2);
  },
);

test.each(['cat', 'dog'])('a picture without people stays as it lies: the %s', async (name) => {
  const { steps } = await analyzePhoto({
    photoPath: path.join(pictures, `${name}.jpg`),
    workDir: folder,
    options: { ...defaultAnimationOptions, border: 'keep' },
  });
  expect(steps).toEqual([]);
});

test('the same photo yields the same result each time', async () => {
  const twice = [await detectPeople(grandmother), await detectPeople(grandmother)];
  expect(twice[0]).toEqual(twice[1]);
});

test.each(['cat', 'dog'])('finds no face in the picture of the %s', async (name) => {
  expect((await detectPeople(path.join(pictures, `${name}.jpg`))).faces).toEqual([]);
});

test('finds small faces in tiles', async () => {
  const small = await sharp(grandmother).resize(150).toBuffer();
  const wall = { create: { width: 1100, height: 768, channels: 3, background: '#8a8577' } } as const;
  const wide = sharp(wall).composite([{ input: small, left: 820, top: 90 }]);
  const { faces } = await detectPeople(await keep('small.png', wide));
  expect(faces.length).toBeGreaterThanOrEqual(1);
  for (const { x, y, width } of faces) {
    expect(x).toBeGreaterThan(820);
    expect(y).toBeLessThan(290);
    expect(width).toBeLessThan(70);
  }
});

test('finds nine of ten small faces in a large group, and nothing else', async () => {
  const couple = await sharp(path.join(pictures, 'wedding.jpg')).resize(150).toBuffer();
  const wall = { create: { width: 1700, height: 1133, channels: 3, background: '#8a8577' } } as const;
  const places = Array.from({ length: 20 }, (_, i) => ({
    left: 40 + 330 * (i % 5) + 40 * (Math.floor(i / 5) % 2),
    top: 60 + 260 * Math.floor(i / 5),
  }));
  const group = sharp(wall).composite(places.map((place) => ({ input: couple, ...place })));
  const { faces, width } = await detectPeople(await keep('group.png', group));
  expect(faces.length).toBeGreaterThanOrEqual(36);
  expect(faces.length).toBeLessThanOrEqual(40);
  const scale = 1700 / width;
  for (const face of faces) {
    const [x, y] = [face.x * scale, face.y * scale];
    expect(places.some(({ left, top }) => x > left && x < left + 150 && y > top && y < top + 110)).toBe(true);
  }
});

test('finds a face that the border cuts in half', async () => {
  // The girl's face is 262 pixels wide and around (487, 556) of 768 x 960: 105 pixels of it are left.
  const width = 461;
  const upright = await sharp(grandmother).resize(768, 960).png().toBuffer();
  const cut = sharp(upright).extract({ left: 0, top: 0, width, height: 960 });
  const { faces, ...seen } = await detectPeople(await keep('cut.png', cut));
  expect(faces).toHaveLength(2);
  const scale = width / seen.width;
  const half = faces.find(({ x }) => x * scale > width - 60)!;
  expect(half.x * scale).toBeLessThan(width + 30);
  expect(Math.abs(half.y * scale - 556)).toBeLessThan(50);
});

test('finds a face that is rotated by up to 25 degrees', async () => {
  for (const angle of [-25, 25]) {
    const turned = sharp(await sharp(grandmother).rotate(angle, { background: '#8a8577' }).png().toBuffer());
    const { faces } = await detectPeople(await keep('turned.png', turned));
    expect(faces.length).toBeGreaterThanOrEqual(1);
    expect((faces[0]!.angle * 180) / Math.PI).toBeGreaterThan(angle - 20);
    expect((faces[0]!.angle * 180) / Math.PI).toBeLessThan(angle + 20);
  }
});

test('results scale with their picture', async () => {
  const detection = await detectPeople(grandmother);
  const half = scaleDetection(detection, 384, 480);
  expect(half.faces[0]!.x).toBeCloseTo(detection.faces[0]!.x / 2);
  expect(half.faces[0]!.height).toBeCloseTo(detection.faces[0]!.height / 2);
  expect(half.faces[0]!.points[4]).toBeCloseTo(detection.faces[0]!.points[4]! / 2);
  expect(half.people).toBe(detection.people);
});

test('an unreadable photo is reported as such', async () => {
  const file = path.join(folder, 'text.jpg');
  await writeFile(file, 'no picture');
  const error = await detectPeople(file).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RenderError);
  expect((error as RenderError).reason).toBe('unreadable-photo');
});

/** The analysis processes as listed by `ps`: ids and resident kilobytes. */
async function analysisProcesses(): Promise<{ pid: number; kilobytes: number }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-ww', '-o', 'pid=,ppid=,rss=,args=']);
  return stdout
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, , parent, , args]) => Number(parent) === process.pid && args?.includes('analysis-process'))
    .map(([, pid, , kilobytes]) => ({ pid: Number(pid), kilobytes: Number(kilobytes) }));
}

test('the process stays below 300 MB after many photos', async () => {
  const photos = (await readdir(pictures)).filter((name) => name.endsWith('.jpg'));
  expect(photos.length).toBeGreaterThan(10);
  for (const name of photos.slice(0, 12)) await detectPeople(path.join(pictures, name));
  const [only] = await analysisProcesses();
  expect(only?.kilobytes).toBeGreaterThan(50_000);
  expect(only?.kilobytes).toBeLessThan(300_000);
});

test('a process killed while it works is replaced, and the call still succeeds', async () => {
  await detectPeople(grandmother);
  const looking = detectPeople(grandmother);
  const ours = await analysisProcesses();
  expect(ours).toHaveLength(1);
  process.kill(ours[0]!.pid, 'SIGKILL');
  expect((await looking).faces).toHaveLength(2);
});

test('the NOTICE lists the checksum of every model', async () => {
  const models = path.join(root, 'shared/vision/models');
  const notice = await readFile(path.join(models, 'NOTICE'), 'utf8');
  const files = (await readdir(models)).filter((name) => name !== 'NOTICE');
  expect(files).toHaveLength(9);
  for (const file of files) {
    const checksum = createHash('sha256')
      .update(await readFile(path.join(models, file)))
      .digest('hex');
    expect(notice).toContain(`${checksum}  ${file}`);
  }
});
