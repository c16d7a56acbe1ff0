import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readEnv } from '../config/env.ts';
import { findFfmpeg } from '../engine/ffmpeg/ffmpeg.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { openVideo } from './video.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Opens the provider for these settings and closes it again. */
async function open(settings: Record<string, string>) {
  await using opened = new AsyncDisposableStack();
  const tools = { env: readEnv(settings), pool: database.database.pool, ffmpeg: await findFfmpeg() };
  const { name, keepsPhotos, atOnce } = await openVideo({ ...tools, logger: createLogger('silent') }, opened);
  return { name, keepsPhotos, atOnce };
}

test.each<[settings: Record<string, string>, name: string, keepsPhotos: boolean]>([
  [{}, 'local', true],
  [{ MINIMAX_API_KEY: 'sk-12345678' }, 'minimax', false],
  // Emulators replace what has no key or address.
  [{ VIDEO_PROVIDER: 'minimax' }, 'minimax', false],
  [{ VIDEO_PROVIDER: 'comfyui' }, 'comfyui', false],
  [{ VIDEO_PROVIDER: 'comfyui', PRIVATE_MODE: 'on', VIDEO_FALLBACK: 'local' }, 'comfyui', true],
  [{ VIDEO_PROVIDER: 'comfyui', VIDEO_FALLBACK: 'minimax' }, 'comfyui', false],
  [{ VIDEO_PROVIDER: 'local', VIDEO_FALLBACK: 'minimax' }, 'local', false],
])('%j: %s', async (settings, name, keepsPhotos) => {
  expect(await open(settings)).toMatchObject({ name, keepsPhotos });
});

test('allows as many hosted videos at once as can be started in three minutes, up to 60', async () => {
  expect(await open({ VIDEO_PROVIDER: 'minimax' })).toMatchObject({ atOnce: 15 });
  expect(await open({ VIDEO_PROVIDER: 'minimax', MINIMAX_RPM: '100' })).toMatchObject({ atOnce: 60 });
});

test('an unusable workflow prevents startup', async () => {
  await expect(
    open({ VIDEO_PROVIDER: 'comfyui', COMFYUI_WORKFLOW: '/nowhere/workflow.json' }),
  ).rejects.toMatchObject({ name: 'StartError' });
});
