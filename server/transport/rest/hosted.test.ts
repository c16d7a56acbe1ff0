import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMetrics } from '#tests/support/exposition.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor } from '#tests/support/visitor.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { type MinimaxEmulator, startMinimaxEmulator } from '#server/emulators/minimax/emulator.ts';

let emulator: MinimaxEmulator;
let server: TestServer;
beforeAll(async () => {
  emulator = await startMinimaxEmulator({ ffmpeg: await findFfmpeg(), production: false });
  const settings = { MINIMAX_API_KEY: 'sk-not-the-right-one', MINIMAX_BASE_URL: emulator.url };
  server = await startTestServer({ settings });
});
afterAll(async () => {
  await server.close();
  await emulator.close();
});

test('a failure that needs the operator refunds the credit, refuses further work free of charge, and is counted', async () => {
  const visitor = await newVisitor(server.url);
  const before = await readMetrics(server.url);
  const accepted = await visitor.generate(await portrait());
  expect(accepted.status).toBe(202);
  const { taskId } = (await accepted.json()) as { taskId: string };
  expect((await followTask(server, visitor.userId, taskId)).at(-1)).toMatchObject({
    status: 'Fail',
    code: 'provider_unavailable',
  });
  expect(await visitor.credits()).toBe(1);

  const refused = await visitor.generate(await portrait());
  expect([refused.status, await refused.json()]).toEqual([
    503,
    expect.objectContaining({ code: 'provider_unavailable' }),
  ]);
  expect(await visitor.credits()).toBe(1);
  expect(emulator.jobs).toEqual([]);
  const after = await readMetrics(server.url);
  const rejected = 'memori_provider_submission_failures_total{provider="minimax",outcome="rejected"}';
  expect(after.growthOf(before, rejected)).toBe(1);
  expect(after.growthOf(before, 'memori_provider_submissions_total{provider="minimax"}')).toBe(1);
  expect(after.valueOf('memori_provider_paused{provider="minimax"}')).toBe(1);
});
