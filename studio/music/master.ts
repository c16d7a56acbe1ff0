import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compressor, limiter } from '#server/engine/join/mastering.ts';
import { measure } from './loudness.ts';

const run = promisify(execFile);

/** In LUFS. */
const targetLoudness = -17;
/** LAME's variable bit rate quality, which results in about 115 kbit/s here. */
const quality = '5';

/** Filters for a warmer sound with softer treble. */
export const tone = ['highpass=f=28', 'lowshelf=f=180:g=1', 'highshelf=f=5500:g=-2.5'];

export interface Mastering {
  /** Duration of the recording in seconds, including its reverberation. */
  duration: number;
  /** Duration of the fade-out in seconds. */
  fade: number;
  title: string;
}

/** Turns a raw recording into the finished mp3: softer treble, gentle compression, target loudness, limited peaks. */
export async function master(
  ffmpeg: string,
  raw: string,
  mp3: string,
  { duration, fade, title }: Mastering,
): Promise<void> {
  const shape = [
    `atrim=duration=${duration}`,
    ...tone,
    compressor,
    'afade=t=in:d=0.05',
    `afade=t=out:st=${duration - fade}:d=${fade}:curve=qsin`,
  ];
  const { integrated } = await measure(ffmpeg, raw, shape);
  const finish = [`volume=${(targetLoudness - integrated).toFixed(2)}dB`, ...limiter(44_100)];
  await run(ffmpeg, [
    ...['-hide_banner', '-loglevel', 'error', '-y', '-i', raw, '-af', [...shape, ...finish].join(',')],
    ...['-c:a', 'libmp3lame', '-q:a', quality, '-fflags', '+bitexact', '-flags:a', '+bitexact'],
    ...['-map_metadata', '-1', '-metadata', `title=${title}`, '-metadata', 'artist=Memori'],
    ...['-id3v2_version', '3', mp3],
  ]);
}
