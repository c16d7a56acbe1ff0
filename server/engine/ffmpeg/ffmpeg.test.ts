import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFfmpeg } from './ffmpeg.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memori ffmpeg '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program that answers like an ffmpeg with the given encoders. */
async function pretend(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test('without a setting there is one that runs and has libx264', async () => {
  const ffmpeg = await findFfmpeg();
  expect(['system', 'package']).toContain(ffmpeg.origin);
  expect(ffmpeg.version).not.toBe('');
});

test('the setting comes first', async () => {
  const path = await pretend('mine', 'echo "ffmpeg version 9.9 Copyright"; echo " V....D libx264 H.264"');
  expect(await findFfmpeg(path)).toEqual({ path, origin: 'setting', version: '9.9' });
});

test('a setting that names nothing is an error in one line, not replaced by another', async () => {
  const path = join(folder, 'missing');
  await expect(findFfmpeg(path)).rejects.toThrow(`FFMPEG_PATH is ${path}: not found`);
});

test('one without libx264 is refused', async () => {
  const path = await pretend('plain', 'echo "ffmpeg version 4"');
  await expect(findFfmpeg(path)).rejects.toMatchObject({
    name: 'FfmpegError',
    reason: 'unavailable',
    message: expect.stringMatching(/has no libx264 encoder$/) as string,
  });
});

test('one that ends badly is refused', async () => {
  await expect(findFfmpeg(await pretend('broken', 'exit 127'))).rejects.toThrow(
    'does not run (exit status 127)',
  );
});
