import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';

const run = promisify(execFile);

export interface RecordingOptions {
  seconds?: number;
  /** ffmpeg's source; by default a tone of 440 Hz. */
  source?: string;
  /** ffmpeg's options for the output. */
  encode?: readonly string[];
}

/** Makes a recording in the format that the file's name ends with, and returns its content. */
export async function makeRecording(
  file: string,
  { seconds = 3, source = 'sine=frequency=440:sample_rate=44100', encode = [] }: RecordingOptions = {},
): Promise<Buffer> {
  const { path } = await findFfmpeg();
  const input = ['-f', 'lavfi', '-i', source, '-t', String(seconds)];
  await run(path, ['-v', 'error', '-y', ...input, ...encode, file]);
  return readFile(file);
}
