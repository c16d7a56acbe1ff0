import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { findFfmpeg, howToInstall, packagedFfmpeg } from './ffmpeg.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memori ffmpeg '));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

afterEach(() => vi.unstubAllEnvs());

/** A fake ffmpeg that runs the given script. */
async function pretend(name: string, script: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, `#!/bin/sh\n${script}\n`);
  await chmod(path, 0o755);
  return path;
}

test('finds an ffmpeg with libx264 without a setting', async () => {
  const ffmpeg = await findFfmpeg();
  expect(['system', 'package']).toContain(ffmpeg.origin);
  expect(ffmpeg.version).not.toBe('');
});

test('the setting takes precedence', async () => {
  const path = await pretend('mine', 'echo "ffmpeg version 9.9 Copyright"; echo " V....D libx264 H.264"');
  expect(await findFfmpeg(path)).toEqual({ path, origin: 'setting', version: '9.9' });
});

test('a usable one is run only once by a process, an unusable one again each time', async () => {
  const runs = join(folder, 'runs');
  const count = async () => (await readFile(runs, 'utf8')).split('\n').length - 1;
  const script = `echo run >> "${runs}"; echo "ffmpeg version 9.9"`;
  const path = await pretend('counted', script);
  for (const expected of [2, 4]) {
    await expect(findFfmpeg(path)).rejects.toThrow('has no libx264 encoder');
    expect(await count()).toBe(expected);
  }
  await pretend('counted', `${script}; echo " V....D libx264 H.264"`);
  for (let i = 0; i < 2; i++) expect(await findFfmpeg(path)).toMatchObject({ path, version: '9.9' });
  expect(await count()).toBe(6);
});

test('a setting that names no file fails with a one-line error, without a fallback', async () => {
  const path = join(folder, 'missing');
  await expect(findFfmpeg(path)).rejects.toThrow(`FFMPEG_PATH is ${path}: not found`);
});

test('an ffmpeg without libx264 is refused', async () => {
  const path = await pretend('plain', 'echo "ffmpeg version 7.1"');
  await expect(findFfmpeg(path)).rejects.toMatchObject({
    name: 'FfmpegError',
    reason: 'unavailable',
    message: expect.stringMatching(/has no libx264 encoder$/) as string,
  });
});

test.each([
  ['4.4.2-0ubuntu0.22.04.1', ''],
  ['N-92718-g092cb17983', 'libavutil      56. 25.100 / 56. 25.100'],
])('%s is refused with one line that names the required version', async (version, libavutil) => {
  const said = `ffmpeg version ${version} Copyright\n${libavutil}\n V....D libx264 H.264`;
  const path = await pretend(`old ${version}`, `echo "${said}"`);
  await expect(findFfmpeg(path)).rejects.toMatchObject({
    name: 'FfmpegError',
    message: `FFMPEG_PATH is ${path}: its version is ${version}, and 5.1 or newer is needed`,
  });
});

test('another program is refused', async () => {
  await expect(findFfmpeg(await pretend('other', 'echo "GNU bash, version 5.2.15"'))).rejects.toThrow(
    'it does not say that it is ffmpeg',
  );
});

test.skipIf(packagedFfmpeg() === null)(
  'an outdated ffmpeg on PATH is replaced by the packaged one',
  async () => {
    await mkdir(join(folder, 'bin'));
    await pretend('bin/ffmpeg', 'echo "ffmpeg version 4.4.2"');
    vi.stubEnv('PATH', join(folder, 'bin'));
    expect(await findFfmpeg()).toMatchObject({ path: packagedFfmpeg(), origin: 'package' });
  },
);

test('explains how to install ffmpeg on each system', () => {
  const platforms = ['linux', 'darwin', 'win32', 'freebsd'] as const;
  expect(platforms.map(howToInstall)).toEqual([
    'Install ffmpeg 5.1 or newer (on Debian and Ubuntu: apt-get install ffmpeg), or let FFMPEG_PATH name one.',
    'Install ffmpeg 5.1 or newer (brew install ffmpeg), or let FFMPEG_PATH name one.',
    'Install ffmpeg 5.1 or newer (winget install Gyan.FFmpeg), or let FFMPEG_PATH name one.',
    'Install ffmpeg 5.1 or newer, or let FFMPEG_PATH name one.',
  ]);
});

test('an ffmpeg that exits with an error is refused', async () => {
  await expect(findFfmpeg(await pretend('broken', 'exit 127'))).rejects.toThrow(
    'does not run (exit status 127)',
  );
});
