import { limits } from '../../../shared/limits.ts';
import type { FrameSize } from '../../../shared/motion/frame-size.ts';

const { framesPerSecond, seconds } = limits.video;

/** One time base for every clip, so that clips can be joined packet by packet. */
const timeScale = 12800;
const note =
  'Made by software: Memori animated a still photo with its local animator. ' +
  'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced';

/** ffmpeg's input options for raw frames of this size, on its standard input or from a file. */
export function rawFrameInput({ width, height }: FrameSize, source = 'pipe:0'): string[] {
  const geometry = ['-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(framesPerSecond)];
  return ['-f', 'rawvideo', ...geometry, '-i', source];
}

export interface EncodingOptions {
  readonly preset: 'faster' | 'veryfast';
  /** x264's constant rate factor: lower is better and larger. */
  readonly quality: number;
  /** Encoder threads; 0 leaves it to x264. */
  readonly threads: number;
}

/** Bit rate of the frames around the loop's seam, as a multiple of the usual. */
const seamBoost = 3;

/**
 * ffmpeg's output options for a clip: H.264, BT.709, keyframes at 0, 1 s and 1 s before the end with closed GOPs, so
 * that an album can crossfade the first and last second and copy the rest (decision 011). The frames around the loop's
 * seam get more bits: a keyframe that is much crisper than the frame before it would show as a pulse.
 */
export function clipEncoding({ preset, quality, threads }: EncodingOptions): string[] {
  const frames = seconds * framesPerSecond;
  const keyframes = `0,1,${seconds - 1}`;
  const seam = `0,1,b=${seamBoost}/${frames - framesPerSecond},${frames - 1},b=${seamBoost}`;
  const colour = [
    '-colorspace',
    'bt709',
    '-color_primaries',
    'bt709',
    '-color_trc',
    'bt709',
    '-color_range',
    'tv',
  ];
  const gops = ['keyint=infinite', 'min-keyint=1', 'scenecut=0', 'open-gop=0'];
  return [
    ...['-an', '-c:v', 'libx264', '-preset', preset, '-crf', String(quality), '-pix_fmt', 'yuv420p'],
    ...['-threads', String(threads), '-profile:v', 'high', '-force_key_frames', keyframes],
    ...['-x264-params', [...gops, 'psy=0', 'aq-mode=2', `zones=${seam}`].join(':')],
    ...colour,
    ...['-metadata', `comment=${note}`, '-metadata', 'title=Memori'],
    ...['-video_track_timescale', String(timeScale), '-movflags', '+faststart', '-f', 'mp4'],
  ];
}
