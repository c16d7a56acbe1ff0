import { type Ffmpeg, findFfmpeg, packagedFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';

/** The ffmpeg that Memori would use here, and the bundled one if it is different. */
export async function everyFfmpeg(): Promise<Ffmpeg[]> {
  const usual = await findFfmpeg(process.env['FFMPEG_PATH']);
  const packaged = packagedFfmpeg();
  return packaged === null || packaged === usual.path ? [usual] : [usual, await findFfmpeg(packaged)];
}
