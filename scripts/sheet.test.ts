import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';

let here: string;
beforeAll(async () => {
  here = await mkdtemp(join(tmpdir(), 'memori sheet '));
});
afterAll(() => rm(here, { recursive: true, force: true }));

/** Runs the command as npm does, with `here` as the working directory. */
function sheet(...args: string[]) {
  const script = join(import.meta.dirname, 'sheet.ts');
  const env = { ...process.env, INIT_CWD: here };
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('a path that does not exist is reported in one line', () => {
  expect(sheet('gone', 'out')).toEqual({
    status: 1,
    stdout: '',
    stderr: `There is no photo or folder ${join(here, 'gone')}.\n`,
  });
});

test('a damaged photo of a folder fails alone', async () => {
  const photos = join(here, 'photos');
  await mkdir(photos);
  await writeFile(join(photos, 'a.jpg'), 'no picture at all');
  await writeFile(join(photos, 'b.jpg'), (await portrait()).subarray(0, 400));
  await writeFile(join(photos, 'c.jpg'), await portrait());
  const { status, stdout, stderr } = sheet('photos', 'out');
  expect(stderr).toBe(
    'a.jpg: Please select a valid image file (JPG, JPEG, PNG)\nb.jpg: This image is damaged and can’t be read. Please try another one.\n',
  );
  expect(stdout).toMatch(/^c\.jpg: .+\n$/);
  expect(status).toBe(1);
  expect(await readdir(join(here, 'out'))).toEqual(['c.jpg']);
});
