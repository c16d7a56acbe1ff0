import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '../../../tests/support/photos.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { newVisitor, type Visitor } from '../../../tests/support/visitor.ts';
import { createId } from '../../platform/ids.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

/** What the visitor's page is told, from the moment it is connected. */
async function* changes(visitor: Visitor): AsyncGenerator<Record<string, unknown>> {
  const response = await visitor.get('/api/trpc/changes.watch', { accept: 'text/event-stream' });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const lines = response.body?.pipeThrough(new TextDecoderStream());
  let rest = '';
  for await (const chunk of lines ?? []) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const data = /^data: (\{"of".*)$/.exec(line)?.[1];
      if (data) yield JSON.parse(data) as Record<string, unknown>;
    }
  }
}

async function finishedVideo({ userId }: Visitor): Promise<string> {
  const id = createId();
  const finished = { status: 'Success', finishedAt: new Date(), renditionPrefix: 'none' };
  await server.deps.db.videoTask.create({
    data: { id, userId, provider: 'local', prompt: '', originalFilename: 'a.jpg', photoKey: '', ...finished },
  });
  return id;
}

async function next(of: AsyncGenerator<Record<string, unknown>>) {
  return (await of.next()).value as Record<string, unknown>;
}

test('a page hears of its user’s tasks, albums and balance, and of nobody else’s', async () => {
  const [visitor, other] = await Promise.all([newVisitor(server.url), newVisitor(server.url)]);
  const heard = changes(visitor);
  expect(await next(heard)).toEqual({ of: 'unknown' });

  await other.generate(await portrait());
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  expect(await next(heard)).toMatchObject({ of: 'task', task: { taskId, status: 'Queued' } });
  expect(await next(heard)).toEqual({ of: 'balance', balance: { credits: 0 } });

  const videoIds = [await finishedVideo(visitor), await finishedVideo(visitor)];
  const accepted = await visitor.post('/api/video/merge', { videoIds, albumName: 'Nonna' });
  const { mergeId } = (await accepted.json()) as { mergeId: string };
  expect(await next(heard)).toMatchObject({ of: 'album', album: { mergeId, status: 'pending' } });

  await visitor.post('/api/trpc/video.delete', { taskId: videoIds[0] });
  expect(await next(heard)).toEqual({ of: 'unknown' });
  await heard.return(undefined);
});

test('only who is signed in is told anything', async () => {
  const answer = await (await fetch(`${server.url}/api/trpc/changes.watch`)).text();
  expect(answer).toContain('"errorCode":"not_signed_in"');
  expect(answer).not.toContain('"of"');
});
