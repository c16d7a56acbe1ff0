import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { writeClip } from '#tests/support/numbered-clips.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { expectMadeSince } from '#tests/support/mp4-times.ts';
import { createFilmMaker } from './film-maker.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
let studio: FilmStudio;

beforeAll(async () => {
  studio = await openStudio(usual);
  for (const [number, name] of ['a', 'b', 'c'].entries())
    await writeClip(usual.path, { number, frames: 150, width: 96, height: 128 }, studio.path(name));
  const encode = ['-ac', '1', '-c:a', 'aac', '-f', 'mp4'];
  await makeRecording(studio.path('voice'), { seconds: 3, encode });
});
afterAll(() => studio.remove());

const file = (name: string, chapter: string) => ({ path: studio.path(name), identity: name, chapter });
const voice = (text: string) => ({ path: studio.path('voice'), item: 1, text });

async function read(path: string, ...output: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(usual.path, ['-v', 'error', '-i', path, ...output, '-']);
  return stdout;
}
const chaptersIn = async (path: string) =>
  [
    ...(await read(path, '-f', 'ffmetadata')).matchAll(
      /\[CHAPTER\]\nTIMEBASE=1\/(\d+)\nSTART=(\d+)\nEND=(\d+)\n(?:title=(.*)\n)?/g,
    ),
  ].map(([, base, from, to, title]) => [Number(from) / Number(base), Number(to) / Number(base), title]);
const packetsIn = (path: string, track: string) => read(path, '-map', track, '-c', 'copy', '-f', 'framemd5');

for (const ffmpeg of ffmpegs)
  test(`names are chapters, words are subtitles, and the film stays as it is: ffmpeg ${ffmpeg.version}`, async () => {
    const startedAt = new Date();
    const clips = [file('a', 'Nonna Rosa'), file('b', 'L’estate; del=1962 #2'), file('c', '夏の海 \\ 👵')];
    const words = 'Ciao {\\an8} <i>Anna</i> & --> nonno';
    const made = await studio.film([], { ffmpeg, clips, voices: [voice(words)] });
    const chapters = await chaptersIn(made.path);
    expect(chapters).toEqual([
      [0, 5.5, 'Nonna Rosa'],
      [5.5, 10.5, 'L’estate\\; del\\=1962 \\#2'],
      [10.5, 16, '夏の海 \\\\ 👵'],
    ]);
    const subtitles = await read(made.path, '-map', '0:s', '-f', 'webvtt');
    expect(subtitles).toContain('00:06.250 --> 00:09.2');
    expect(subtitles.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')).toContain(
      'Ciao (/an8) <i>Anna</i> & --> nonno',
    );
    const plain = await studio.film(['a', 'b', 'c'], {
      ffmpeg,
      voices: [{ path: studio.path('voice'), item: 1 }],
    });
    expect(await read(plain.path, '-f', 'ffmetadata')).not.toContain('CHAPTER');
    for (const track of ['0:v', '0:a'])
      expect(await packetsIn(made.path, track), track).toBe(await packetsIn(plain.path, track));
    const tags = await read(made.path, '-f', 'ffmetadata');
    expect(tags).toContain('title=Memori\n');
    expect(tags).toContain('comment=Made by software: a test\n');

    const small = studio.path('small.mp4');
    const fitted = await createFilmMaker({ ffmpeg }).fit({
      film: made.path,
      sound: true,
      output: small,
      maxBytes: 400_000,
      onProgress: () => undefined,
      signal: new AbortController().signal,
    });
    expect(fitted).toBe(true);
    for (const path of [plain.path, made.path, small]) await expectMadeSince(startedAt, path);
    expect(await chaptersIn(small)).toEqual(chapters);
    expect(await read(small, '-map', '0:s', '-f', 'webvtt')).toBe(subtitles);
  });

test('a clip without a name of its own belongs to the chapter before', async () => {
  const { chapter: _, ...last } = file('c', '');
  const { path } = await studio.film([], { clips: [file('a', 'A'), file('b', 'B'), last] });
  expect(await chaptersIn(path)).toEqual([
    [0, 5.5, 'A'],
    [5.5, 16, 'B'],
  ]);
});
