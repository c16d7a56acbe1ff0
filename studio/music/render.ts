// Writes the forms of pieces of music into server/music, and renders them: `npm run music -- [--soundfont FILE] [ID ...]`
import { access, copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readEnv, SettingError } from '#server/config/env.ts';
import { FfmpegError, findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { musicFile, musicFormFile } from '#server/platform/installation.ts';
import { formOf } from './lib/form.ts';
import { toMidi } from './lib/midi.ts';
import { perform } from './lib/perform.ts';
import type { Piece } from './lib/score.ts';
import { measure } from './loudness.ts';
import { master } from './master.ts';
import { pieces } from './pieces/all.ts';
import { recordSections, type Studio } from './sections.ts';
import { RenderError, synthesise } from './synthesise.ts';

/** Renders one piece, and returns its row of the table in docs/music.md. */
async function render(piece: Piece, { ffmpeg, soundfont, folder }: Studio): Promise<string> {
  const { id, title, key, metre, tempo, form } = piece;
  const performance = perform(piece);
  const work = path.join(folder, id);
  const [midi, wav, mp3] = [`${work}.mid`, `${work}.wav`, `${work}.mp3`];
  await writeFile(midi, toMidi(title, performance));
  await synthesise(soundfont, piece.room, midi, wav);
  await master(ffmpeg, wav, mp3, { duration: performance.duration, fade: piece.ending.fade, title });
  const { duration, integrated, truePeak, range } = await measure(ffmpeg, mp3);
  await copyFile(mp3, musicFile(id));
  await recordSections(piece, { ffmpeg, soundfont, folder });
  const instruments = performance.tracks.map(({ instrument }) => instrument).join(', ');
  const figures = [duration, integrated, truePeak, range].map((figure) => figure.toFixed(1));
  return `| ${[id, `${key}, ${metre.name}, ${tempo}`, form, instruments, ...figures].join(' | ')} |`;
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { soundfont: { type: 'string', default: '/usr/share/sounds/sf2/FluidR3_GM.sf2' } },
    allowPositionals: true,
  });
  const known = pieces.map(({ id }) => id);
  const unknown = positionals.find((name) => !known.some((id) => id === name));
  if (unknown !== undefined) {
    throw new RenderError(`There is no piece ${unknown}. There are: ${known.join(', ')}.`);
  }
  const chosen = pieces.filter(({ id }) => positionals.length === 0 || positionals.includes(id));
  for (const piece of chosen) await writeFile(musicFormFile(piece.id), `${JSON.stringify(formOf(piece))}\n`);
  const { soundfont } = values;
  await access(soundfont).catch((cause: unknown) => {
    const advice = 'Debian: apt-get install fluid-soundfont-gm; or --soundfont FILE';
    throw new RenderError(`There is no soundfont ${soundfont} (${advice}).`, { cause });
  });
  const { path: ffmpeg } = await findFfmpeg(readEnv(process.env).FFMPEG_PATH);
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-music-'));
  try {
    for (const piece of chosen) console.log(await render(piece, { ffmpeg, soundfont, folder }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

try {
  await main();
} catch (error) {
  const foreseen =
    error instanceof RenderError || error instanceof FfmpegError || error instanceof SettingError;
  if (!foreseen) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
