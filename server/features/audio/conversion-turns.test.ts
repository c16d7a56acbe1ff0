import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeRecording } from '#tests/support/recordings.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { withConverted } from './convert-upload.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-turns-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** An ffmpeg that notes whose recording it begins to convert, and does so once the file `go` is there. */
async function heldFfmpeg(owner: string): Promise<string> {
  const { path: ffmpeg } = await findFfmpeg();
  const file = path.join(folder, owner);
  const lines = [
    '#!/bin/sh',
    'case "$*" in *map_metadata*)',
    `  echo ${owner} >> '${folder}/begun'`,
    `  until [ -e '${folder}/go' ]; do sleep 0.02; done;;`,
    'esac',
    `exec '${ffmpeg}' "$@"`,
  ];
  await writeFile(file, lines.join('\n'), { mode: 0o700 });
  return file;
}

const begun = async () => (await readFile(path.join(folder, 'begun'), 'utf8').catch(() => '')).split(/\n\b/);

/** A signal that says when somebody listens to it. */
function heardSignal(): { signal: AbortSignal; heard: Promise<void> } {
  const { signal } = new AbortController();
  const { promise: heard, resolve } = Promise.withResolvers<void>();
  const listen = signal.addEventListener.bind(signal) as (...args: unknown[]) => void;
  const addEventListener = (...args: unknown[]) => {
    listen(...args);
    resolve();
  };
  return { signal: Object.assign(signal, { addEventListener }), heard };
}

test('recordings of one person leave their turn to another’s, and too many are refused', async () => {
  const uploadDir = path.join(folder, 'uploads');
  await mkdir(uploadDir);
  await makeRecording(path.join(folder, 'voice.wav'));
  const upload = await openAsBlob(path.join(folder, 'voice.wav'));
  const ended: string[] = [];
  const convert = async (userId: string, signal: AbortSignal) => {
    const deps = { ffmpeg: { path: path.join(folder, userId) }, uploadDir };
    await withConverted(deps, { userId, upload, purpose: 'voice' }, signal, async () => {
      ended.push(userId);
    });
  };
  for (const userId of ['greedy', 'other']) await heldFfmpeg(userId);
  // Two are being converted, four wait, and the rest is refused.
  const refused: unknown[] = [];
  const greedy = Array.from({ length: 8 }, () =>
    convert('greedy', new AbortController().signal).catch((error: unknown) => refused.push(error)),
  );
  await expect.poll(() => refused).toHaveLength(2);
  for (const error of refused) expect(error).toMatchObject({ code: 'too_many_requests' });
  await expect.poll(begun).toHaveLength(2);
  // The queue listens for an abort of what it takes.
  const { signal, heard } = heardSignal();
  const other = convert('other', signal);
  await heard;
  await writeFile(path.join(folder, 'go'), '');
  await Promise.all([...greedy, other]);
  expect(ended.toSorted()).toEqual([...Array<string>(6).fill('greedy'), 'other']);
  // Those of the greedy one that were first, one more in its turn, and one that begins at the same time.
  expect((await begun()).indexOf('other')).toBeLessThanOrEqual(4);
  expect(await begun()).toHaveLength(7);
  expect(await readdir(uploadDir)).toEqual([]);
});
