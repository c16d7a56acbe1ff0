import { limits } from '../../../shared/limits.ts';
import type { FrameSize } from '../../../shared/motion/frame-size.ts';
import { noteOf } from '../../../shared/provenance.ts';
import { version } from '../../platform/version.ts';

const { framesPerSecond, seconds } = limits.video;

/** One time base for every clip, so that clips can be joined packet by packet. */
const timeScale = 12800;
/** What our own animator's clips say of how they were made, to people and machines. */
const clipNote = noteOf({ makers: [{ name: 'local', version, model: null }], steps: ['animated'] });

/** ffmpeg's input options for raw frames of this size, on its standard input or from a file. */
export function rawFrameInput({ width, height }: FrameSize, source = 'pipe:0'): string[] {
  const geometry = ['-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(framesPerSecond)];
  return ['-f', 'rawvideo', ...geometry, '-i', source];
}

/** ffmpeg's output options for frames of another size than its input's. */
export const scalingTo = ({ width, height }: FrameSize): string[] => ['-vf', `scale=${width}:${height}`];

export interface EncodingOptions {
  readonly preset: 'faster' | 'veryfast';
  /** x264's constant rate factor: lower is better and larger. */
  readonly quality: number;
  /** Encoder threads; 0 leaves it to x264. */
  readonly threads: number;
  /** The file's machine-readable word on who made it; the local animator unless given. */
  readonly note?: string;
}

/** Bit rate of the frames around the loop's seam, as a multiple of the usual. */
const seamBoost = 3;

/** x264's options for BT.709: from 7.1 on, ffmpeg tells it what the frames say, which came without, and not what its own options do. */
export const bt709 = ['colorprim=bt709', 'transfer=bt709', 'colormatrix=bt709'];
/** x264's options for every piece of H.264 that may be joined with others: no keyframes but the forced, closed GOPs. */
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
 * ffmpeg's output options for H.264 that can be joined, packet by packet, with whatever else the same preset and quality
 * made at the same frame size: High, BT.709, keyframes at the first frame and at `keyframes`, closed GOPs (decision
 * 011). `tuning` are further options of x264, of which none may change the stream's headers.
 */
export function videoEncoding(
  { preset, quality, threads }: EncodingOptions,
  keyframes: readonly number[],
  tuning: readonly string[] = [],
): string[] {
  const times = [0, ...keyframes].map((frame) => frame / framesPerSecond);
  return [
    ...['-an', '-c:v', 'libx264', '-preset', preset, '-crf', String(quality), '-pix_fmt', 'yuv420p'],
    ...['-threads', String(threads), '-profile:v', 'high', '-force_key_frames', times.join(',')],
    ...['-x264-params', [...joinable, ...tuning].join(':')],
    ...colour,
    ...['-video_track_timescale', String(timeScale), '-f', 'mp4'],
  ];
}

/**
 * ffmpeg's output options for a clip: keyframes at 0, 1 s and 1 s before the end, so that an album can crossfade the
 * first and last second and copy the rest. The frames around the loop's seam get more bits: a keyframe that is much
 * crisper than the frame before it would show as a pulse.
 */
export function clipEncoding({ note = clipNote, ...options }: EncodingOptions): string[] {
  const frames = seconds * framesPerSecond;
  const seam = `0,1,b=${seamBoost}/${frames - framesPerSecond},${frames - 1},b=${seamBoost}`;
  return [
    ...videoEncoding(options, [framesPerSecond, frames - framesPerSecond], [`zones=${seam}`]),
    ...['-metadata', `comment=${note}`, '-metadata', 'title=Memori', '-movflags', '+faststart'],
  ];
}
