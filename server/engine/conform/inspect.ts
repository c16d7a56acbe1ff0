import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { type ClipColours, readClipColours } from '../join/clip.ts';
import { ClipError } from '../join/types.ts';

/** Properties of a clip: its colours as declared in the file, the rest as measured by decoding. */
export interface ClipFacts extends ClipColours {
  /** In pixels, as shown. */
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  readonly frames: number;
}

export interface ClipSource {
  readonly ffmpegPath: string;
  /** The foreign file. */
  readonly source: string;
  /** A folder for scratch files; the caller removes it. */
  readonly workDir: string;
  readonly signal: AbortSignal;
}

/** None of our clips is this long: anything past this is not decoded. */
const maxSeconds = 20;
const decoders = 'h264,hevc,vp8,vp9,libvpx,libvpx-vp9,av1,libdav1d,libaom-av1';

/**
 * ffmpeg's input options for a foreign clip. The container is detected from its first bytes and never guessed by
 * ffmpeg, which would treat a playlist as a video and fetch its entries. Throws ClipError for anything but MP4 and
 * WebM.
 */
export async function untrustedInput(source: string): Promise<string[]> {
  await using file = await open(source);
  const head = Buffer.alloc(12);
  await file.read(head, 0, 12, 0);
  const isMp4 = head.toString('latin1', 4, 8) === 'ftyp';
  const isWebm = head.readUInt32BE(0) === 0x1a45dfa3;
  if (!isMp4 && !isWebm) throw new ClipError('it is no MP4 and no WebM');
  const limits = ['-t', String(maxSeconds), '-max_pixels', String(4096 * 4096), '-codec_whitelist', decoders];
  return ['-f', isMp4 ? 'mov' : 'matroska', ...limits, '-i', `file:${source}`];
}

/** Decodes every frame of a foreign clip, up to its first 20 seconds. Throws ClipError if a frame can't be decoded. */
export async function inspectClip({ ffmpegPath, source, workDir, signal }: ClipSource): Promise<ClipFacts> {
  const output = join(workDir, 'frames.txt');
  const decoding = startFfmpeg({
    path: ffmpegPath,
    input: ['-xerror', ...(await untrustedInput(source))],
    encode: ['-map', '0:v:0', '-f', 'framecrc'],
    output,
    timeLimitSeconds: 60,
    maxOutputBytes: 1024 * 1024,
    maxAllocationBytes: 256 * 1024 * 1024,
    signal,
  });
  decoding.end();
  await decoding.done.catch((cause: unknown) => {
    if (!(cause instanceof FfmpegError) || cause.reason === 'unavailable') throw cause;
    throw new ClipError(`it can't be decoded (${cause.message})`, { cause });
  });
  return { ...readFrameList(await readFile(output, 'utf8')), ...(await readClipColours(source)) };
}

/**
 * Parses ffmpeg's framecrc format: `#tb 0: 1/12288` (the time base), `#dimensions 0: 864x768`, then a line for each
 * frame: stream, dts, pts, duration, size, checksum.
 */
function readFrameList(text: string): Omit<ClipFacts, keyof ClipColours> {
  const [, numerator, denominator] = /^#tb 0: (\d+)\/(\d+)$/m.exec(text) ?? [];
  const [, width, height] = /^#dimensions 0: (\d+)x(\d+)$/m.exec(text) ?? [];
  const frames = [...text.matchAll(/^0,\s*-?\d+,\s*(-?\d+),\s*(\d+),/gm)].map(([, pts, duration]) => ({
    pts: Number(pts),
    duration: Number(duration),
  }));
  const [first, last] = [frames[0], frames.at(-1)];
  if (!width || !height || !first || !last) throw new ClipError('it has no pictures');
  const ticks = last.pts + last.duration - first.pts;
  const seconds = (ticks * Number(numerator)) / Number(denominator);
  return { width: Number(width), height: Number(height), seconds, frames: frames.length };
}
