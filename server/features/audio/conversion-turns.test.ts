import { openAsBlob } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { makeRecording } from '#tests/support/recordings.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { withConverted } from './convert-upload.ts';

test('recordings of one person leave their turn to another’s, and too many are refused', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-turns-'));
  const uploadDir = path.join(folder, 'uploads');
  await mkdir(uploadDir);
  await makeRecording(path.join(folder, 'voice.wav'), { seconds: 40 });
  const upload = await openAsBlob(path.join(folder, 'voice.wav'));
  const deps = { ffmpeg: await findFfmpeg(), uploadDir };
  const order: string[] = [];
  const convert = (userId: string) =>
    withConverted(deps, { userId, upload, purpose: 'voice' }, new AbortController().signal, async () => {
      order.push(userId);
    });
  // Two at once, and four more that wait.
  const greedy = Array.from({ length: 8 }, () => convert('greedy'));
  const other = convert('other');
  const ends = await Promise.allSettled(greedy);
  await other;
  const refused = ends.filter((end) => end.status === 'rejected');
  expect(refused).toHaveLength(2);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'too_many_requests' });
  expect(order.filter((userId) => userId === 'greedy')).toHaveLength(6);
  expect(order.indexOf('other')).toBeLessThan(4);
  expect(await readdir(uploadDir)).toEqual([]);
  await rm(folder, { recursive: true });
});
