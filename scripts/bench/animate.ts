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
import { measureIdentity } from './lib/identity.ts';
import { measureJitter } from './lib/jitter.ts';
import { decodeLuma } from './lib/luma-video.ts';
import { lumaOf } from './lib/luma-picture.ts';
import { measureMotion, type MotionFigures, seamPulse } from './lib/motion-figures.ts';
import { type Cost, measure, report, reportWithin } from './lib/measure.ts';
import { watchPeakMemory } from './lib/peak-memory.ts';
import { encodeRawFrames, writeRawFrames, zoompan } from './lib/baselines.ts';
import { drawSamplePhoto } from './lib/sample-photo.ts';
import { loopClosure, psnr, ssim } from './lib/similarity.ts';
import { type CameraMovement, cameraMovements, defaultAnimationOptions } from '#shared/motion/movements.ts';
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
    await compareCpu(bench, 'portrait', portrait, 1.25);
    if (args[0] === undefined) await compareCpu(bench, 'no faces', ownCat, 1.15);
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
  reportWithin('wall ratio to x264 floor', { atMost: 1.35 }, ratio(one, floor, 'wall'));
  reportWithin('cpu ratio to x264 floor', { atMost: 1.3 }, ratio(one, floor, 'cpu'));
  report('wall ratio to zoompan', ratio(one, zoomed, 'wall'));
  report('cpu ratio to zoompan', ratio(one, zoomed, 'cpu'));
  reportWithin('wall ratio of two renditions to one', { atMost: 1.6 }, ratio(two, one, 'wall'));
  reportWithin('cpu ratio of two renditions to one', { atMost: 1.35 }, ratio(two, one, 'cpu'));
}

/** The CPU time for another photo, in a folder of its own, with its target. */
async function compareCpu(
  { ffmpeg, folder }: Bench,
  name: string,
  photo: string,
  atMost: number,
): Promise<void> {
  const workDir = join(folder, name);
  await mkdir(workDir);
  const size = frameSizeFor(await readPhotoSize(photo));
  const { floor, one, two } = await takeTurns({ ffmpeg, photo, folder: workDir, size });
  report(`${name}: x264 floor cpu`, medianOf(floor, 'cpu'), 2, 's');
  report(`${name}: animate warm cpu`, medianOf(one, 'cpu'), 2, 's');
  reportWithin(`${name}: cpu ratio to x264 floor`, { atMost }, ratio(one, floor, 'cpu'));
  reportWithin(`${name}: cpu ratio of two renditions to one`, { atMost: 1.35 }, ratio(two, one, 'cpu'));
}

async function comparePictures({ ffmpeg, photo, folder, size }: Bench): Promise<void> {
  const ours = await decodeLuma(ffmpeg, join(folder, 'clean.mp4'), size);
  const first = ours.frames[0]!;
  const reference = lumaOf(await decodeAtSize(photo, size));
  reportWithin('frame 0 PSNR against the photo', { atLeast: 41 }, psnr(first, reference), 1, 'dB');
  report('frame 0 SSIM against the photo', ssim(first, reference, size), 4);
  for (const name of ['clean', 'watermarked']) {
    const { frames } = await decodeLuma(ffmpeg, join(folder, `${name}.mp4`), size);
    const { seam, neighbours } = loopClosure(frames, size);
    report(`loop closure SSIM, last frame to first, ${name}`, seam, 4);
    reportWithin(`loop gap to the neighbours, ${name}`, { atMost: 0.005 }, neighbours - seam, 4);
  }
  const jitter = measureJitter(ours);
  const rival = measureJitter(await decodeLuma(ffmpeg, join(folder, 'zoompan.mp4'), size));
  report('jitter', jitter, 3, 'px');
  report('zoompan jitter', rival, 3, 'px');
  reportWithin('jitter ratio to zoompan', { atMost: 0.15 }, jitter / rival, 3);
}

const ownPicture = (name: string) =>
  fileURLToPath(new URL(`../../studio/pictures/masters/${name}.jpg`, import.meta.url));
/** The portrait used to measure motion if no photo is given. */
const ownPortrait = ownPicture('grandmother');
const ownCat = ownPicture('cat');

const motionFigures = {
  subject: 'shift of the subject at its peak',
  background: 'shift of the background at its peak',
  difference: 'subject against background at its peak',
  early: 'shift after 12 frames',
} as const satisfies Record<keyof MotionFigures, string>;
type LeastMotion = Record<keyof MotionFigures, number>;
const leastMotion: LeastMotion = { subject: 22, background: 22, difference: 8, early: 3 };
/** A dolly zoom holds its subject, a pulled focus hardly zooms, and only people move before a camera that is still. */
const leastMotions: Partial<Record<CameraMovement, Partial<LeastMotion>>> = {
  'pull-out': { difference: 7 },
  'dolly-zoom': { subject: 5 },
  'focus-pull': { subject: 12, background: 12 },
  still: { subject: 2, background: 0, difference: 2, early: 1 },
};

/** How much moves, and how well the loop closes, for each camera movement at natural liveliness. */
async function measurePortrait({ ffmpeg, folder }: Bench, photoPath: string): Promise<void> {
  const looking = await measure(async () => void (await detectPeople(photoPath)));
  report('look at a photo, warm', looking.wall, 0, 'ms');
  const detection = await detectPeople(photoPath);
  for (const motion of cameraMovements) {
    const options = { motion, liveliness: 'natural' } as const;
    const open = await openPhoto({ photoPath, detection, seed: 1, options });
    const moved = measureMotion(open);
    const least = { ...leastMotion, ...leastMotions[motion] };
    for (const figure of ['subject', 'background', 'difference', 'early'] as const)
      reportWithin(`${motion}: ${motionFigures[figure]}`, { atLeast: least[figure] }, moved[figure], 1, 'px');
    const { worst, atRest } = await measureIdentity(open);
    reportWithin(`${motion}: faces after the warp is undone, PSNR`, { atLeast: 38 }, worst, 1, 'dB');
    // The first frame of a camera that pulls out is close by, not at rest.
    if (motion === 'pull-out') continue;
    reportWithin(`${motion}: landmarks from their places at rest`, { atMost: 0.01 }, atRest, 2, 'px');
  }
  const pool = createRenderPool();
  const job = { ffmpegPath: ffmpeg, photoPath, workDir: folder, renditions: ['clean'] } as const;
  const rest = { encoderThreads: 0, seed: 1, options: defaultAnimationOptions };
  await pool.run({ ...job, ...rest }, () => undefined, new AbortController().signal);
  await pool.close();
  const size = frameSizeFor(await readPhotoSize(photoPath));
  const { frames } = await decodeLuma(ffmpeg, join(folder, 'clean.mp4'), size);
  reportWithin('portrait: pulse at the seam', { atMost: 0.5 }, seamPulse(frames), 2, 'grey levels');
}

/** A fresh process each time, because a process's peak never decreases. */
async function watchMemory({ photo, folder }: Bench): Promise<void> {
  const script = fileURLToPath(new URL('./lib/render-once.ts', import.meta.url));
  const workDir = join(folder, 'memory');
  await mkdir(workDir, { recursive: true });
  for (const renditions of ['clean', 'clean,watermarked']) {
    const peak = await watchPeakMemory(process.execPath, [script, photo, workDir, renditions]);
    for (const { program, megabytes } of peak.children) {
      const atMost = program === 'analysis-process.ts' ? 300 : 250;
      reportWithin(`peak memory of ${program}, ${renditions}`, { atMost }, megabytes, 0, 'MB');
    }
  }
}
