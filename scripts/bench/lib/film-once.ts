import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { makeFilm } from './film-run.ts';

/** Makes one film in a separate process: film-once.ts OUTPUT MUSIC CLIP... */
const [output, music, ...clips] = process.argv.slice(2) as [string, string, ...string[]];
await makeFilm(await findFfmpeg(process.env['FFMPEG_PATH']), clips, music, output);
