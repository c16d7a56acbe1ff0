import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import type { RenditionName } from '#server/engine/animate/animation.ts';
import { decodeAtSize, readPhotoSize } from '#server/engine/animate/seeing/photo.ts';
import { openPhoto } from '#server/engine/animate/open-photo.ts';
import { detectPeople } from '#server/engine/animate/seeing/analysis.ts';
import { createRenderPool } from '#server/engine/animate/render-pool.ts';
import { type FrameSize, frameSizeFor } from '#shared/motion/frame-size.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { measureIdentity } from './lib/identity.ts';
import { measureJitter } from './lib/jitter.ts';
import { decodeLuma } from './lib/luma-video.ts';
import { measureMotion, seamPulse } from './lib/motion-figures.ts';
import { type Cost, measure, report } from './lib/measure.ts';
import { watchPeakMemory } from './lib/peak-memory.ts';
import { encodeRawFrames, writeRawFrames, zoompan } from './lib/baselines.ts';
import { drawSamplePhoto } from './lib/sample-photo.ts';
import { loopClosure, psnr, ssim } from './lib/similarity.ts';
import { cameraMovements, defaultAnimationOptions } from '#shared/motion/movements.ts';
import { median } from '../lib/statistics.ts';

const rounds = 5;
const warmUp = 3;

interface Bench {
  readonly ffmpeg: string;
  /** The original file, usually 12 megapixels: the input for zoompan. */
  readonly original: string;
  /** As the server passes it to the animator. */
  readonly photo: string;
  readonly folder: string;
  readonly size: FrameSize;
}

/** Compares the local animator with x264 alone, with zoompan, and with its own targets. `args`: optionally a photo. */
export async function run(args: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  try {
    const original = args[0] === undefined ? join(folder, 'original.jpg') : resolve(args[0]);
    if (args[0] === undefined) await writeFile(original, await drawSamplePhoto());
    const photo = join(folder, 'photo.jpg');
    const upload = await readFile(original);
    const preparing = await measure(async () => writeFile(photo, (await preparePhoto(upload)).jpeg));
    const ffmpeg = (await findFfmpeg(process.env.FFMPEG_PATH)).path;
    const size = frameSizeFor(await readPhotoSize(photo));
    const bench = { ffmpeg, original, photo, folder, size };
    console.log(`frame size: ${size.width}x${size.height}`);
    report('prepare the uploaded photo (not in the times below)', preparing.wall, 0, 'ms');
    await compareTimes(bench);
    await comparePictures(bench);
    const portrait = args[0] === undefined ? ownPortrait : photo;
    await compareCpu(bench, 'portrait', portrait, '1.30');
    if (args[0] === undefined) await compareCpu(bench, 'no faces', ownCat, '1.20');
    await measurePortrait(bench, portrait);
    await watchMemory(bench);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The cost of each round: x264 alone, the animator with one rendition and with two. */
interface Rounds {
  readonly floor: Cost[];
  readonly one: Cost[];
  readonly two: Cost[];
}

const medianOf = (costs: readonly Cost[], of: 'wall' | 'cpu'): number =>
  median(costs.map((cost) => cost[of]));

/** The median of the ratios of corresponding rounds: runs close in time see the same load on the machine. */
const ratio = (a: readonly Cost[], b: readonly Cost[], of: 'wall' | 'cpu'): number =>
  median(a.map((cost, i) => cost[of] / b[i]![of]));

/** Interleaves all contenders, so that other load on the machine affects them alike. Also runs `also` in each round. */
async function takeTurns(
  { ffmpeg, photo, folder, size }: Omit<Bench, 'original'>,
  also: () => Promise<void> = async () => undefined,
): Promise<Rounds & { cold: Cost }> {
  const raw = join(folder, 'frames.yuv');
  await writeRawFrames(photo, raw);
  const pool = createRenderPool();
  const render = (...renditions: RenditionName[]) => {
    const job = { ffmpegPath: ffmpeg, photoPath: photo, workDir: folder, renditions };
    const rest = { encoderThreads: 0, seed: 1, options: defaultAnimationOptions };
    return measure(() => pool.run({ ...job, ...rest }, () => undefined, new AbortController().signal));
  };
  const cold = await render('clean');
  // The first clips are drawn while their code is still being optimized; a process that is kept gets beyond that.
  for (let clip = 0; clip < warmUp; clip++) await render('clean', 'watermarked');
  const costs: Rounds = { floor: [], one: [], two: [] };
  for (let round = 0; round < rounds; round++) {
    costs.floor.push(await measure(() => encodeRawFrames(ffmpeg, raw, size, join(folder, 'floor.mp4'))));
    costs.one.push(await render('clean'));
    costs.two.push(await render('clean', 'watermarked'));
    await also();
  }
  await pool.close();
  return { ...costs, cold };
}

async function compareTimes(bench: Bench): Promise<void> {
  const { ffmpeg, original, folder, size } = bench;
  const zoomed: Cost[] = [];
  const { cold, floor, one, two } = await takeTurns(bench, async () => {
    zoomed.push(await measure(() => zoompan(ffmpeg, original, size, join(folder, 'zoompan.mp4'))));
  });
  report('x264 floor wall', medianOf(floor, 'wall'), 0, 'ms');
  report('x264 floor cpu', medianOf(floor, 'cpu'), 2, 's');
  report('animate cold wall', cold.wall, 0, 'ms');
  report('animate warm wall', medianOf(one, 'wall'), 0, 'ms');
  report('animate warm cpu', medianOf(one, 'cpu'), 2, 's');
  report('zoompan wall', medianOf(zoomed, 'wall'), 0, 'ms');
  report('zoompan cpu', medianOf(zoomed, 'cpu'), 2, 's');
  report('wall ratio to x264 floor (at most 1.35)', ratio(one, floor, 'wall'));
  report('cpu ratio to x264 floor (at most 1.30)', ratio(one, floor, 'cpu'));
  report('wall ratio to zoompan', ratio(one, zoomed, 'wall'));
  report('cpu ratio to zoompan', ratio(one, zoomed, 'cpu'));
  report('wall ratio of two renditions to one (at most 1.6)', ratio(two, one, 'wall'));
  report('cpu ratio of two renditions to one (at most 1.35)', ratio(two, one, 'cpu'));
}

/** The CPU time for another photo, in a folder of its own, with its target. */
async function compareCpu(
  { ffmpeg, folder }: Bench,
  name: string,
  photo: string,
  target: string,
): Promise<void> {
  const workDir = join(folder, name);
  await mkdir(workDir);
  const size = frameSizeFor(await readPhotoSize(photo));
  const { floor, one, two } = await takeTurns({ ffmpeg, photo, folder: workDir, size });
  report(`${name}: x264 floor cpu`, medianOf(floor, 'cpu'), 2, 's');
  report(`${name}: animate warm cpu`, medianOf(one, 'cpu'), 2, 's');
  report(`${name}: cpu ratio to x264 floor (at most ${target})`, ratio(one, floor, 'cpu'));
  report(`${name}: cpu ratio of two renditions to one (at most 1.35)`, ratio(two, one, 'cpu'));
}

async function comparePictures({ ffmpeg, photo, folder, size }: Bench): Promise<void> {
  const ours = await decodeLuma(ffmpeg, join(folder, 'clean.mp4'), size);
  const first = ours.frames[0]!;
  const reference = lumaOf(await decodeAtSize(photo, size));
  report('frame 0 PSNR against the photo (at least 41)', psnr(first, reference), 1, 'dB');
  report('frame 0 SSIM against the photo', ssim(first, reference, size), 4);
  for (const name of ['clean', 'watermarked']) {
    const { frames } = await decodeLuma(ffmpeg, join(folder, `${name}.mp4`), size);
    const { seam, neighbours } = loopClosure(frames, size);
    report(`loop closure SSIM, last frame to first, ${name}`, seam, 4);
    report(`loop gap to the neighbours, ${name} (at most 0.005)`, neighbours - seam, 4);
  }
  const jitter = measureJitter(ours);
  const rival = measureJitter(await decodeLuma(ffmpeg, join(folder, 'zoompan.mp4'), size));
  report('jitter', jitter, 3, 'px');
  report('zoompan jitter', rival, 3, 'px');
  report('jitter ratio to zoompan (at most 0.1)', jitter / rival, 3);
}

const ownPicture = (name: string) =>
  fileURLToPath(new URL(`../../studio/pictures/masters/${name}.jpg`, import.meta.url));
/** The portrait used to measure motion if no photo is given. */
const ownPortrait = ownPicture('grandmother');
const ownCat = ownPicture('cat');

/** How much moves, and how well the loop closes, for each camera movement at natural liveliness. */
async function measurePortrait({ ffmpeg, folder }: Bench, photoPath: string): Promise<void> {
  const looking = await measure(async () => void (await detectPeople(photoPath)));
  report('look at a photo, warm', looking.wall, 0, 'ms');
  const detection = await detectPeople(photoPath);
  for (const motion of cameraMovements) {
    const options = { motion, liveliness: 'natural' } as const;
    const open = await openPhoto({ photoPath, detection, seed: 1, options });
    const { subject, background, difference, early } = measureMotion(open);
    report(`${motion}: shift of the subject at its peak (at least 22)`, subject, 1, 'px');
    report(`${motion}: shift of the background at its peak (at least 22)`, background, 1, 'px');
    report(`${motion}: subject against background at its peak (at least 8)`, difference, 1, 'px');
    report(`${motion}: shift after 12 frames (at least 3)`, early, 1, 'px');
    const { worst, atRest } = await measureIdentity(open);
    report(`${motion}: faces after the warp is undone, PSNR (at least 38)`, worst, 1, 'dB');
    report(`${motion}: landmarks from their places at rest (0)`, atRest, 2, 'px');
  }
  const pool = createRenderPool();
  const job = { ffmpegPath: ffmpeg, photoPath, workDir: folder, renditions: ['clean'] } as const;
  const rest = { encoderThreads: 0, seed: 1, options: defaultAnimationOptions };
  await pool.run({ ...job, ...rest }, () => undefined, new AbortController().signal);
  await pool.close();
  const size = frameSizeFor(await readPhotoSize(photoPath));
  const { frames } = await decodeLuma(ffmpeg, join(folder, 'clean.mp4'), size);
  report('portrait: pulse at the seam (at most 0.5)', seamPulse(frames), 2, 'grey levels');
}

/** A fresh process each time, because a process's peak never decreases. */
async function watchMemory({ photo, folder }: Bench): Promise<void> {
  const script = fileURLToPath(new URL('./lib/render-once.ts', import.meta.url));
  const workDir = join(folder, 'memory');
  await mkdir(workDir, { recursive: true });
  for (const renditions of ['clean', 'clean,watermarked']) {
    const peak = await watchPeakMemory(process.execPath, [script, photo, workDir, renditions]);
    for (const { program, megabytes } of peak.children) {
      const most = program === 'analysis-process.ts' ? 300 : 250;
      report(`peak memory of ${program}, ${renditions} (at most ${most})`, megabytes, 0, 'MB');
    }
  }
}

/** Limited-range BT.709 luma of an RGB picture, computed independently of the kernel (ITU-R BT.709). */
function lumaOf({ data, width, height }: RgbPicture): Uint8Array {
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const luma = 0.2126 * data[3 * i]! + 0.7152 * data[3 * i + 1]! + 0.0722 * data[3 * i + 2]!;
    return Math.round(16 + (219 * luma) / 255);
  });
}
