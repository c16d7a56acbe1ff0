import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { noteOf } from '#shared/provenance.ts';
import { version } from '#server/platform/installation.ts';

const { framesPerSecond, seconds } = limits.video;

/** One time base for all clips, so that clips can be joined by copying packets. */
const timeScale = 12800;
/** The provenance note in our own animator's clips, readable by people and machines. */
const clipNote = noteOf({ makers: [{ name: 'local', version, model: null }], steps: ['animated'] });

/** Limits of one ffmpeg run that encodes a clip. */
export const clipBounds = {
  timeLimitSeconds: 120,
  maxOutputBytes: 64 * 1024 * 1024,
  maxAllocationBytes: 64 * 1024 * 1024,
} as const;

/** ffmpeg's input options for raw frames of this size, on its standard input or from a file. */
export function rawFrameInput({ width, height }: FrameSize, source = 'pipe:0'): string[] {
  const geometry = ['-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(framesPerSecond)];
  return ['-f', 'rawvideo', ...geometry, '-i', source];
}

/** ffmpeg's output options for frames of a different size than its input. */
export const scalingTo = ({ width, height }: FrameSize): string[] => ['-vf', `scale=${width}:${height}`];

export interface EncodingOptions {
  readonly preset: 'faster' | 'veryfast';
  /** x264's constant rate factor: lower is better and larger. */
  readonly quality: number;
  /** Encoder threads; 0 leaves it to x264. */
  readonly threads: number;
  /** Further x264 options, none of which may change the stream's headers. */
  readonly tuning?: readonly string[];
  /** The file's machine-readable provenance note; defaults to the local animator's. */
  readonly note?: string;
}

/** ffmpeg's output options for the time at which a video was made: without them it is 1904, by which galleries sort it. */
export const createdNow = (): string[] => ['-metadata', `creation_time=${new Date().toISOString()}`];

/** Bit rate of the frames around the loop's seam, as a multiple of the normal rate. */
const seamBoost = 3;

/**
 * x264's options for BT.709: since 7.1, ffmpeg passes x264 the colours of the frames, which are untagged here, instead
 * of its own output options.
 */
export const bt709 = ['colorprim=bt709', 'transfer=bt709', 'colormatrix=bt709'];
/** x264's options for frames in whose motion its search finds little. */
export const narrowSearch = ['subme=1', 'partitions=i8x8,i4x4'];
/** x264's options for every piece of H.264 that may be joined with others: only forced keyframes, closed GOPs. */
const joinable = [
  'keyint=infinite',
  'min-keyint=1',
  'scenecut=0',
  'open-gop=0',
  'psy=0',
  'aq-mode=2',
  ...bt709,
];
const colour = [
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709'],
  ...['-color_trc', 'bt709', '-color_range', 'tv'],
];

/**
 * ffmpeg's output options for H.264 that can be joined, packet by packet, with anything encoded with the same preset,
 * quality and frame size: High, BT.709, keyframes at the first frame and at `keyframes`, closed GOPs (decision 011).
 * `tuning` adds x264 options, none of which may change the stream's headers.
 */
export function videoEncoding(
  { preset, quality, threads, tuning: own = [] }: EncodingOptions,
  keyframes: readonly number[],
  tuning: readonly string[] = [],
): string[] {
  const times = [0, ...keyframes].map((frame) => frame / framesPerSecond);
  return [
    ...['-an', '-c:v', 'libx264', '-preset', preset, '-crf', String(quality), '-pix_fmt', 'yuv420p'],
    ...['-threads', String(threads), '-profile:v', 'high', '-force_key_frames', times.join(',')],
    ...['-x264-params', [...joinable, ...own, ...tuning].join(':')],
    ...colour,
    ...['-video_track_timescale', String(timeScale), '-f', 'mp4'],
  ];
}

/**
 * ffmpeg's output options for a clip: keyframes at 0, 1 s and 1 s before the end, so that an album can crossfade the
 * first and last second and copy the rest. The frames around the loop's seam get more bits: a keyframe much crisper
 * than the frame before it would be visible as a pulse.
 */
export function clipEncoding({ note = clipNote, ...options }: EncodingOptions): string[] {
  const frames = seconds * framesPerSecond;
  const seam = `0,1,b=${seamBoost}/${frames - framesPerSecond},${frames - 1},b=${seamBoost}`;
  return [
    ...videoEncoding(options, [framesPerSecond, frames - framesPerSecond], [`zones=${seam}`]),
    ...['-metadata', `comment=${note}`, '-metadata', 'title=Memori', '-movflags', '+faststart'],
    ...createdNow(),
  ];
}
