import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';

let here: string;
beforeAll(async () => {
  here = await mkdtemp(join(tmpdir(), 'memori animate '));
  await mkdir(join(here, 'album'));
  await writeFile(join(here, 'album', 'anna.jpg'), await portrait());
  await writeFile(join(here, 'album', 'broken.jpg'), 'no picture at all');
  await writeFile(join(here, 'small.jpg'), await portrait({ width: 299, height: 400 }));
});
afterAll(() => rm(here, { recursive: true, force: true }));

/** Runs the command as npm does, with `here` as the working directory. */
function animate(args: string[], settings: Record<string, string> = {}) {
  const script = join(import.meta.dirname, 'animate.ts');
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, INIT_CWD: here, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', error: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  const ended = new Promise<{ status: number | null; out: string; error: string }>((resolve) => {
    child.on('close', (status) => resolve({ status, ...said }));
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.error += text;
  });
  return { child, ended };
}

test('a folder of photos becomes a folder of videos, and a bad photo fails alone', async () => {
  const { status, out, error } = await animate(['album', '--watermark']).ended;
  expect(out).toMatch(/^album-animated\/anna\.mp4 {2}\d+\.\d s\n$/);
  expect(error).toContain('album/broken.jpg: Please select a valid image file (JPG, JPEG, PNG)\n');
  expect(error).toMatch(/100 % {2}album\/anna\.jpg/);
  expect(status).toBe(1);
  expect(await readdir(join(here, 'album-animated'))).toEqual(['anna.mp4']);
});

test('a photo that the server would refuse is refused with the same message', async () => {
  const { status, error } = await animate(['small.jpg']).ended;
  expect(error).toBe('small.jpg: The image must be at least 300 pixels on its shorter side\n');
  expect(status).toBe(1);
});

test('wrong usage is told apart from a failure', async () => {
  const { status, error } = await animate(['nobody.jpg']).ended;
  expect(error).toMatch(/^There is no nobody\.jpg\.\nUsage: /);
  expect(status).toBe(2);
});

test('a wrong FFMPEG_PATH ends with one line', async () => {
  const { status, error } = await animate(['album/anna.jpg'], { FFMPEG_PATH: '/no/ffmpeg' }).ended;
  expect(error).toBe('FFMPEG_PATH is /no/ffmpeg: not found\n');
  expect(status).toBe(2);
});

test('an interrupt stops the work and leaves no files', async () => {
  const { child, ended } = animate(['album/anna.jpg', 'stopped.mp4']);
  child.stderr.once('data', () => child.kill('SIGINT'));
  const { status, error } = await ended;
  expect(error).toContain('album/anna.jpg: Stopped.\n');
  expect(status).toBe(1);
  expect(await readdir(here)).not.toContain('stopped.mp4');
});
