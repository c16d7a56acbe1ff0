import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Measurements of a recording according to EBU R 128. */
export interface Loudness {
  /** Seconds. */
  duration: number;
  /** Integrated loudness in LUFS. */
  integrated: number;
  /** In dBTP. */
  truePeak: number;
  /** Loudness range in LU. */
  range: number;
}

/** Decodes a whole recording, optionally through filters, and measures it. Throws Error if ffmpeg reports any error. */
export async function measure(
  ffmpeg: string,
  file: string,
  filters: readonly string[] = [],
): Promise<Loudness> {
  const graph = [...filters, 'ebur128=peak=true:framelog=verbose'].join(',');
  const args = ['-hide_banner', '-nostats', '-xerror', '-i', file, '-af', graph, '-f', 'null', '-'];
  const { stderr } = await run(ffmpeg, args, { maxBuffer: 2 ** 24 });
  const summary = stderr.slice(stderr.lastIndexOf('Summary:'));
  const figure = (name: string): number => {
    const value = Number(new RegExp(`\\b${name}:\\s+(-?[\\d.]+)`).exec(summary)?.[1]);
    if (Number.isNaN(value)) throw new Error(`ffmpeg tells no ${name} of ${file}`);
    return value;
  };
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d+):([\d.]+)/.exec(stderr) ?? [];
  return {
    duration: 3600 * Number(hours) + 60 * Number(minutes) + Number(seconds),
    integrated: figure('I'),
    truePeak: figure('Peak'),
    range: figure('LRA'),
  };
}
