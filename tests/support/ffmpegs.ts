import packaged from '@ffmpeg-installer/ffmpeg';
import { type Ffmpeg, findFfmpeg } from '../../server/engine/ffmpeg/ffmpeg.ts';

/** The ffmpeg that Memori would use here, and the one from npm, which is older than most: once if they are the same. */
export async function everyFfmpeg(): Promise<Ffmpeg[]> {
  const usual = await findFfmpeg(process.env['FFMPEG_PATH']);
  return usual.path === packaged.path ? [usual] : [usual, await findFfmpeg(packaged.path)];
}
