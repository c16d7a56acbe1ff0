import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { bt709, createdNow } from '../animate/encoding/encoding.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { readClip } from './clip.ts';
import { even } from '#shared/film/frame.ts';
import type { FitRequest } from './types.ts';

const { framesPerSecond } = limits.video;

/** Bits per second. */
const soundRate = 96_000;
/** An AAC frame holds 1,024 samples; an MP4's index takes less than this per frame of picture or sound. */
const soundFramesPerSecond = 44_100 / 1024;
const indexBytes = 16;
/** Reserved for the file's header, and for encoders overshooting their rate. */
const headBytes = 32_000;
const share = 0.98;
/** Seconds of the encoder's rate that a decoder buffers: no stretch of the film exceeds the rate by more than this. */
const bufferSeconds = 2;
/** Bits per pixel of a frame below which H.264 shows block artifacts: frames are scaled down instead. */
const minBitsPerPixel = 0.05;

/** Each attempt aims for fewer bytes and pixels: frames of pure noise exceed any rate. */
const tries = [1, 0.6, 0.3, 0.1];

const bounds = { timeLimitSeconds: 1800, maxAllocationBytes: 64 * 1024 * 1024 } as const;

/**
 * The video bit rate in bits per second and the frame size for a film of `seconds` to fit `bytes`, including its sound;
 * null if there is no room for any picture.
 */
export function planFit(
  { width, height, seconds, sound }: FrameSize & { seconds: number; sound: boolean },
  bytes: number,
): (FrameSize & { rate: number }) | null {
  const framesEachSecond = framesPerSecond + (sound ? soundFramesPerSecond : 0);
  const media = (bytes - headBytes - framesEachSecond * seconds * indexBytes) * share;
  const rate = Math.floor((media * 8 - (sound ? soundRate * seconds : 0)) / (seconds + bufferSeconds));
  if (rate <= 0) return null;
  const scale = Math.min(1, Math.sqrt(rate / (width * height * framesPerSecond * minBitsPerPixel)));
  return { rate, width: even(width * scale), height: even(height * scale) };
}

/**
 * Re-encodes a film so that its file has at most `maxBytes`: at the highest possible bit rate, with smaller frames
 * where that rate would be too low. Its title, note, chapters and subtitles are kept. Returns false if not even tiny frames fit. Throws
 * ClipError, FfmpegError, or the signal's reason.
 */
export async function fitFilm(
  ffmpegPath: string,
  { film, sound, output, maxBytes, onProgress, signal }: FitRequest,
): Promise<boolean> {
  const { width, height, frames, seconds } = await readClip(film);
  let progress = 0;
  for (const part of tries) {
    const plan = planFit({ width, height, seconds, sound }, maxBytes * part);
    if (!plan) return false;
    const encoding = startFfmpeg({
      path: ffmpegPath,
      input: ['-i', `file:${film}`],
      encode: [
        ...fitEncoding(plan),
        ...(sound ? fitSound : ['-an']),
        ...createdNow(),
        ...['-movflags', '+faststart', '-f', 'mp4'],
      ],
      output,
      ...bounds,
      // The process treats a file as too large slightly below its limit.
      maxOutputBytes: Math.floor(maxBytes / 0.98),
      signal,
      onFrames(done) {
        progress = Math.max(progress, Math.min(1, done / frames));
        onProgress(progress);
      },
    });
    encoding.end();
    try {
      await encoding.done;
      return true;
    } catch (error) {
      if (!(error instanceof FfmpegError && error.reason === 'output-limit')) throw error;
    }
  }
  return false;
}

const fitSound = [
  '-map',
  '0:a:0',
  '-ac',
  '2',
  '-c:a',
  'aac',
  '-b:a',
  String(soundRate),
  '-aac_coder',
  'fast',
];

/** ffmpeg's output options for the picture: one pass, never above its rate for longer than the buffer allows. */
function fitEncoding({ width, height, rate }: FrameSize & { rate: number }): string[] {
  const limit = ['-b:v', String(rate), '-maxrate', String(rate), '-bufsize', String(bufferSeconds * rate)];
  return [
    // Subtitles, if there are any; chapters are kept anyway.
    ...['-map', '0:s?', '-c:s', 'copy'],
    ...['-map', '0:v:0', '-vf', `scale=${width}:${height}:flags=bicubic`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-profile:v', 'high', '-pix_fmt', 'yuv420p'],
    ...['-x264-params', ['rc-lookahead=20', ...bt709].join(':'), ...limit],
    ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
  ];
}
