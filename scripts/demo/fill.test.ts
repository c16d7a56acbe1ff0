import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { packageOf } from '#shared/packages.ts';
import { halfSize } from '#tests/support/animation.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { fillDemo } from './fill.ts';

let folder: string;
let photos: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'memori-demo-'));
  photos = ['first.jpg', 'second.jpg'].map((name) => join(folder, name));
  for (const photo of photos) await writeFile(photo, await portrait());
});
afterAll(() => rm(folder, { recursive: true }));

async function running(settings: Record<string, string>, visit: (server: TestServer) => Promise<void>) {
  const server = await startTestServer({ settings, wrapVideo: halfSize });
  try {
    await visit(server);
  } finally {
    await server.close();
  }
}

const album = { name: 'The old studio', music: 'the-way-home' };

test('creates a customer with a video of each photo and an album of them, paid for in the sandbox', async () => {
  await running({}, async ({ url, deps: { db } }) => {
    const { email, videos, mergeId } = await fillDemo({ url, photos, album });
    expect(await db.videoTask.count({ where: { id: { in: videos }, status: 'Success' } })).toBe(2);
    const made = await db.album.findUniqueOrThrow({ where: { id: mergeId } });
    expect(made).toMatchObject({ status: 'completed', name: album.name, musicTrack: album.music });
    const { id: userId } = await db.user.findUniqueOrThrow({ where: { emailKey: email } });
    const { balance } = await db.creditAccount.findUniqueOrThrow({ where: { userId } });
    expect(balance).toBe(1 + packageOf('legacy').credits - 2);
  });
});

test('fails with an error if nothing can be bought', async () => {
  await running({ NODE_ENV: 'production', INSECURE_HTTP: '1' }, async ({ url }) => {
    await expect(fillDemo({ url, photos, album })).rejects.toThrow('/api/credits/checkout answered 503');
  });
});
