import { execFile } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';
import { path as ffprobe } from '@ffprobe-installer/ffprobe';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';

const run = promisify(execFile);

export interface ForeignClip {
  width?: number;
  height?: number;
  /** Frames per second. */
  rate?: number;
  seconds?: number;
  /** Additional output options for ffmpeg. */
  options?: string[];
}

/** Renders a moving test picture with sound into `file`: a clip as made by other software. */
export async function drawForeignClip(file: string, clip: ForeignClip = {}): Promise<void> {
  const { width = 864, height = 768, rate = 24, seconds = 5.875, options = [] } = clip;
  const picture = `testsrc2=size=${width}x${height}:rate=${rate}:duration=${seconds}`;
  const encode = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac'];
  const sources = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', `sine=duration=${seconds}`];
  const { path } = await findFfmpeg();
  await run(path, ['-loglevel', 'error', '-y', ...sources, ...encode, ...options, file]);
}

/** Extracts the first frame of a video into a PNG file. */
export async function drawFrame(video: string, file: string): Promise<void> {
  const { path } = await findFfmpeg();
  await run(path, ['-loglevel', 'error', '-y', '-i', video, '-frames:v', '1', file]);
}

export interface ProbedVideo {
  streams: Record<string, unknown>[];
  format: { tags: Record<string, string> };
}

/** The output of ffprobe for a video file. */
export async function probe(file: string): Promise<ProbedVideo> {
  // Install scripts, one of which would set the executable bit, are not run.
  await chmod(ffprobe, 0o755);
  const show = ['-show_streams', '-show_format'];
  const { stdout } = await run(ffprobe, ['-v', 'error', ...show, '-of', 'json', file]);
  return JSON.parse(stdout) as ProbedVideo;
}
