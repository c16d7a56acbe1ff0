import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { startFfmpeg } from '#server/engine/ffmpeg/process.ts';
import { soundEncoding } from '#server/engine/join/soundtrack.ts';
import { encodings } from '#server/engine/animate/encoding/encoders.ts';
import { videoEncoding } from '#server/engine/animate/encoding/encoding.ts';
import { limits } from '#shared/limits.ts';

const execute = promisify(execFile);
const bounds = { timeLimitSeconds: 900, maxOutputBytes: 2 ** 30 };
const overlap = limits.album.crossfadeSeconds;

/** Finds an ffmpeg with the filter `xfade`: the given one or the one on PATH; undefined if neither has it. */
export async function findXfade(ours: string): Promise<string | undefined> {
  for (const path of [ours, 'ffmpeg']) {
    const listing = await execute(path, ['-hide_banner', '-filters']).catch(() => ({ stdout: '' }));
    if (/ xfade /.test(listing.stdout)) return path;
  }
  return undefined;
}

/** The usual method: one filter graph over all clips, every frame decoded and re-encoded, with the music. */
export async function reencodeAll(
  ffmpegPath: string,
  clips: readonly string[],
  clipSeconds: number,
  music: string,
  output: string,
): Promise<void> {
  const fades = clips.slice(1).map((_, i) => {
    const before = i === 0 ? '[0:v]' : `[v${i}]`;
    const offset = (i + 1) * (clipSeconds - overlap);
    return `${before}[${i + 1}:v]xfade=transition=fade:duration=${overlap}:offset=${offset}[v${i + 1}]`;
  });
  const seconds = clips.length * (clipSeconds - overlap) + overlap;
  const sound = `[${clips.length}:a]atrim=end=${seconds},afade=t=in:d=0.5,afade=t=out:st=${seconds - 2.5}:d=2.5[a]`;
  await startFfmpeg({
    path: ffmpegPath,
    input: [...clips.flatMap((clip) => ['-i', clip]), '-stream_loop', '-1', '-i', music],
    encode: [
      ...['-filter_complex', [...fades, sound].join(';'), '-map', `[v${clips.length - 1}]`, '-map', '[a]'],
      ...videoEncoding({ ...encodings.clean, threads: 0 }, []).filter((option) => option !== '-an'),
      ...soundEncoding,
      ...['-movflags', '+faststart'],
    ],
    output,
    ...bounds,
  }).done;
}

/** The lower bound for any method: the clips' packets concatenated, without crossfades or music. */
export async function copyAll(ffmpegPath: string, clips: readonly string[], output: string): Promise<void> {
  const list = `${output}.txt`;
  await writeFile(list, clips.map((clip) => `file 'file:${clip}'\n`).join(''));
  const input = ['-f', 'concat', '-safe', '0', '-i', list];
  const encode = ['-c', 'copy', '-movflags', '+faststart', '-f', 'mp4'];
  await startFfmpeg({ path: ffmpegPath, input, encode, output, ...bounds }).done;
}

/** editly's command line, if it is installed on this machine; it is not a dependency of ours. */
export async function findEditly(): Promise<
  ((clips: readonly string[], output: string) => Promise<void>) | undefined
> {
  const found = await execute('editly', ['--help']).then(
    () => true,
    () => false,
  );
  if (!found) return undefined;
  return async (clips, output) => {
    const transition = ['--transition-name', 'fade', '--transition-duration', String(1000 * overlap)];
    await execute('editly', [...clips, ...transition, '--out', output]);
  };
}
