import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { unzipSync, strFromU8 } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { halfSize } from '#tests/support/animation.ts';
import { mailTo } from '#tests/support/mailbox.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { removeOldExports } from '#server/features/exports/request-export.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ wrapVideo: halfSize });
});
afterAll(() => server.close());

interface Status {
  id: string;
  status: string;
  downloadUrl?: string;
}
const statusOf = async (visitor: Visitor) =>
  (await (await visitor.get('/api/account/export')).json()) as Status;

test('the archive holds videos, photos and all records, for its owner only and for a week', async () => {
  const visitor = await newVisitor(server.url);
  const { db } = server.deps;
  await db.user.update({ where: { id: visitor.userId }, data: { verifiedAt: new Date() } });
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  await followTask(server, visitor.userId, taskId);
  // 240 bytes, which leave no room for an id in the 255 of a file system.
  await db.videoTask.update({ where: { id: taskId }, data: { name: '家'.repeat(80) } });
  const videoPath = `videos/${'家'.repeat(66)}-${taskId}.mp4`;
  const data = createUserData(() => ({ memori: server, owner: visitor }));
  const { audioId } = await data.audio();
  const { id: waiting } = await data.boxStory();
  expect((await visitor.get('/api/account/export')).status).toBe(404);
  const [first, second] = await Promise.all([1, 2].map(() => visitor.post('/api/account/export')));
  expect([first?.status, second?.status]).toEqual([202, 202]);
  const asked = (await first?.json()) as Status;
  expect((await second?.json()) as Status).toMatchObject({ id: asked.id });
  await mailTo(server.dataDir, visitor.email, 'Your archive is ready');

  const { status, downloadUrl = '' } = await statusOf(visitor);
  expect(status).toBe('Success');
  expect(downloadUrl).toBe(`${server.url}/api/account/export/${asked.id}/memori.zip`);
  const download = (cookie: string) => fetch(downloadUrl, { headers: { cookie } });
  expect((await fetch(downloadUrl)).status).toBe(401);
  expect((await download((await newVisitor(server.url)).cookie)).status).toBe(404);
  const answer = await download(visitor.cookie);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  expect(Object.keys(entries).toSorted()).toEqual(
    [
      ...['index.html', `photos/${taskId}.jpg`, `recordings/${audioId}.m4a`, 'records.json', videoPath],
      ...[`boxes/${waiting}.jpg`, `boxes/${waiting}.m4a`],
    ].toSorted(),
  );
  for (const [name, content] of Object.entries(entries)) {
    const file = path.join(server.dataDir, 'unpacked', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  const video = Buffer.from(await (await visitor.get(`/api/public/video/${taskId}`)).arrayBuffer());
  expect(video.equals(entries[videoPath]!)).toBe(true);
  const records = strFromU8(entries['records.json']!);
  expect(JSON.parse(records)).toMatchObject({
    account: { email: visitor.email },
    videos: [{ id: taskId, status: 'Success' }],
    recordings: [{ id: audioId, purpose: 'music', seconds: 60 }],
    credits: [{ reason: 'signup' }, { delta: -1 }],
    sessions: [{ userAgent: expect.any(String) }],
  });
  expect(records).not.toContain('argon2');
  expect(strFromU8(entries['index.html']!)).toContain(`<a href="${encodeURI(videoPath)}">`);

  await db.dataExport.updateMany({ data: { finishedAt: new Date(Date.now() - 8 * 86_400_000) } });
  await removeOldExports(server.deps);
  expect((await download(visitor.cookie)).status).toBe(404);
  expect(await server.deps.storage.list('exports')).toEqual([]);
});
