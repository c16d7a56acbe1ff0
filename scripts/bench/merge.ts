import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Ffmpeg, findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { withAudio } from '#server/engine/join/clip.ts';
import type { Film } from '#server/engine/join/types.ts';
import { encodings } from '#server/engine/animate/encoding/encoders.ts';
import { videoEncoding } from '#server/engine/animate/encoding/encoding.ts';
import { limits } from '#shared/limits.ts';
import { median } from '../lib/statistics.ts';
import { decodeLuma } from './lib/luma-video.ts';
import { makeFilm } from './lib/film-run.ts';
import { encodeAgain, withOtherHeaders } from './lib/encode-again.ts';
import { type Cost, measure, report, reportWithin } from './lib/measure.ts';
import { copyAll, findEditly, findXfade, reencodeAll } from './lib/merge-baselines.ts';
import { watchPeakMemory } from './lib/peak-memory.ts';
import { playInChromium } from './lib/playback.ts';
import { signAlbum } from './lib/signing.ts';
import { animateSamples } from './lib/sample-clips.ts';

const { framesPerSecond } = limits.video;
const music = fileURLToPath(new URL('../../server/music/just-relax.mp3', import.meta.url));
/** The number of clips, the number of rounds, and the required speed-up over encoding everything. */
const sizes = [
  { count: 2, rounds: 3, atLeast: 3 },
  { count: 5, rounds: 3, atLeast: undefined },
  { count: 20, rounds: 2, atLeast: 5 },
];

interface Bench {
  readonly folder: string;
  readonly ffmpeg: Ffmpeg;
  readonly samples: readonly string[];
}

/** Compares the album merge with encoding every frame, with copying every packet, and with its own targets. */
export async function run(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  try {
    const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
    console.log(`ffmpeg: ${ffmpeg.version}`);
    const bench = { folder, ffmpeg, samples: await animateSamples(ffmpeg.path, folder) };
    await compareTimes(bench);
    await watchGrowth(bench);
    await watchMemory(bench);
    await checkFilm(bench);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** This many clips: the samples repeated, which the film maker treats as different clips. */
function clipsOf(samples: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, i) => samples[i % samples.length]!);
}

/** Interleaves all contenders, so that other load on the machine affects them alike. */
async function compareTimes({ folder, ffmpeg, samples }: Bench): Promise<void> {
  const output = join(folder, 'film.mp4');
  const rival = join(folder, 'rival.mp4');
  const xfade = await findXfade(ffmpeg.path);
  console.log(
    `full re-encode by: ${xfade ? `xfade of ${xfade}` : 'our own full path, as no ffmpeg here has xfade'}`,
  );
  const others = xfade ? undefined : await withOtherHeaders(folder, ffmpeg, samples);
  for (const { count, rounds, atLeast } of sizes) {
    const clips = clipsOf(samples, count);
    const costs = { smart: [] as Cost[], full: [] as Cost[], copy: [] as Cost[] };
    let film: Film | undefined;
    for (let round = 0; round < rounds; round++) {
      costs.smart.push(
        await measure(async () => {
          film = await makeFilm(ffmpeg, clips, music, output);
        }),
      );
      costs.full.push(
        await measure(() =>
          xfade
            ? reencodeAll(xfade, clips, limits.video.seconds, music, rival)
            : makeFilm(ffmpeg, clipsOf(others!, count), music, rival),
        ),
      );
      costs.copy.push(await measure(() => copyAll(ffmpeg.path, clips, join(folder, 'copy.mp4'))));
    }
    for (const [way, of] of Object.entries(costs)) {
      report(`${count} clips, ${way}, wall`, median(of.map(({ wall }) => wall)), 0, 'ms');
      report(`${count} clips, ${way}, cpu`, median(of.map(({ cpu }) => cpu)), 2, 's');
    }
    report(`${count} clips, frames copied`, film!.copiedFrames, 0);
    report(`${count} clips, frames encoded`, film!.encodedFrames, 0);
    const wallRatio = `${count} clips, wall ratio of full to smart`;
    if (atLeast) reportWithin(wallRatio, { atLeast }, ratio(costs.full, costs.smart, 'wall'));
    else report(wallRatio, ratio(costs.full, costs.smart, 'wall'));
    report(`${count} clips, cpu ratio of full to smart`, ratio(costs.full, costs.smart, 'cpu'));
    report(`${count} clips, wall ratio of smart to copy`, ratio(costs.smart, costs.copy, 'wall'));
    report(
      `${count} clips, size ratio of smart to full`,
      (await stat(output)).size / (await stat(rival)).size,
    );
    const { clip, album, bytes } = await signAlbum(folder, clips, output);
    report(`${count} clips, signing a clip, wall`, clip.wall, 1, 'ms');
    report(`${count} clips, signing the film, wall`, album.wall, 1, 'ms');
    report(
      `${count} clips, ratio of signing the film to smart`,
      album.wall / median(costs.smart.map(({ wall }) => wall)),
      3,
    );
    report(`${count} clips, bytes of a clip’s signature`, bytes.clip, 0);
    report(`${count} clips, bytes of the film’s signature`, bytes.album, 0);
  }
  await compareEditly(samples.slice(0, 2), folder);
}

/** The median of the ratios of corresponding rounds: runs close in time see the same load on the machine. */
function ratio(a: Cost[], b: Cost[], of: keyof Cost): number {
  return median(a.map((cost, i) => cost[of] / b[i]![of]));
}

async function compareEditly(clips: readonly string[], folder: string): Promise<void> {
  const editly = await findEditly();
  if (!editly) return console.log('editly: not installed here');
  const { wall } = await measure(() => editly(clips, join(folder, 'editly.mp4')));
  report('2 clips, editly, wall', wall, 0, 'ms');
}

/**
 * What doubles the cost: twice the seconds, or twice the crossfades. Without music, whose encoding time depends on its
 * length.
 */
async function watchGrowth({ folder, ffmpeg, samples }: Bench): Promise<void> {
  const frames = 2 * limits.video.seconds * framesPerSecond;
  const joints = [framesPerSecond, frames - framesPerSecond];
  const encode = [
    ...videoEncoding({ ...encodings.clean, threads: 0 }, joints),
    '-r',
    String(framesPerSecond),
  ];
  const long = await encodeAgain(folder, ffmpeg, samples, 'long', ['-stream_loop', '1'], encode);
  const output = join(folder, 'film.mp4');
  const cost = (clips: readonly string[]) => measure(() => makeFilm(ffmpeg, clips, null, output));
  const costs = { base: [] as Cost[], seconds: [] as Cost[], crossfades: [] as Cost[] };
  for (let round = 0; round < 3; round++) {
    costs.base.push(await cost(clipsOf(samples, 5)));
    costs.seconds.push(await cost(clipsOf(long, 5)));
    costs.crossfades.push(await cost(clipsOf(samples, 9)));
  }
  report('cpu ratio of twice the seconds, as many crossfades', ratio(costs.seconds, costs.base, 'cpu'));
  report('cpu ratio of twice the crossfades', ratio(costs.crossfades, costs.base, 'cpu'));
}

/** A fresh process each time, because a process's peak never decreases. */
async function watchMemory({ folder, samples }: Bench): Promise<void> {
  const script = fileURLToPath(new URL('./lib/film-once.ts', import.meta.url));
  for (const count of [20, 50]) {
    const args = [script, join(folder, 'film.mp4'), music, ...clipsOf(samples, count)];
    const peak = await watchPeakMemory(process.execPath, args);
    reportWithin(`${count} clips, peak memory of node`, { atMost: 200 }, peak.own, 0, 'MB');
    reportWithin(
      `${count} clips, peak memory of the largest ffmpeg`,
      { atMost: 200 },
      peak.children[0]!.megabytes,
      0,
      'MB',
    );
  }
}

/** Checks a film of five clips as a player would. */
async function checkFilm({ folder, ffmpeg, samples }: Bench): Promise<void> {
  const path = join(folder, 'film.mp4');
  const film = await makeFilm(ffmpeg, clipsOf(samples, 5), music, path);
  const expected = framesPerSecond * (5 * (limits.video.seconds - limits.album.crossfadeSeconds) + 1);
  const decoded = (await decodeLuma(ffmpeg.path, path, film)).frames.length;
  reportWithin('5 clips, frames missing once decoded', { atMost: 0 }, Math.abs(expected - decoded), 0);
  const sound = await withAudio(path, (track) => track.computeDuration());
  reportWithin(
    'sound and picture end apart',
    { atMost: 20 },
    1000 * Math.abs(sound - expected / framesPerSecond),
    1,
    'ms',
  );
  const { frames, dropped } = await playInChromium(path);
  reportWithin('5 clips, frames not played in Chromium', { atMost: 0 }, Math.abs(expected - frames), 0);
  reportWithin('5 clips, frames dropped in Chromium', { atMost: 0 }, dropped, 0);
}
