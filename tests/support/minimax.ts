import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createSubmissionLog } from '../../server/features/generation/submissions.ts';
import { createClipNormaliser } from '../../server/platform/clip/normalise.ts';
import { findFfmpeg } from '../../server/platform/ffmpeg.ts';
import { createLogger } from '../../server/platform/logger.ts';
import { createPace } from '../../server/platform/pace.ts';
import {
  createMinimaxProvider,
  type MinimaxProviderOptions,
} from '../../server/providers/video/minimax/minimax.ts';
import type { AnimationFiles, AnimationRequest, VideoProvider } from '../../server/providers/video/types.ts';
import { type MinimaxEmulator, startMinimaxEmulator } from '../../server/sandbox/minimax/emulator.ts';
import type { MinimaxEmulatorOptions } from '../../server/sandbox/minimax/world.ts';
import { animationRequest } from './animation.ts';
import { createTestDatabase } from './database.ts';
import { createUser } from './ledger.ts';

/** Pixels of the shorter side: small clips, so that a test is over before it has begun. */
export const smallSide = 96;
export const smallLimits = { answer: 20_000, idle: 20_000, download: 60_000, bytes: 1024 * 1024 };

export interface MinimaxBench {
  emulator: MinimaxEmulator;
  provider: VideoProvider;
  /** Has a photo animated in a task of its own, which the prompt names for the emulator. */
  animate(prompt: string, request?: Partial<AnimationRequest>): Promise<AnimationFiles>;
  /** What is written down of the submissions with that prompt. */
  submissions(prompt: string): Promise<{ number: number; remoteId: string | null; outcome: string | null }[]>;
  /** Makes a task; `animate` makes its own where it is given none. */
  createTask(prompt: string): Promise<string>;
  close(): Promise<void>;
}

/** The adapter and the emulator, and the database that both a task's submissions and the pace are kept in. */
export async function openMinimaxBench(
  emulatorOptions: Partial<MinimaxEmulatorOptions> = {},
  providerOptions: Partial<MinimaxProviderOptions> = {},
): Promise<MinimaxBench> {
  const database = await createTestDatabase();
  const { db, pool } = database.database;
  const root = await mkdtemp(path.join(tmpdir(), 'memori-minimax-'));
  const ffmpeg = await findFfmpeg();
  const paces = { preparing: 20, queueing: 20, processing: 20 };
  const emulator = await startMinimaxEmulator({
    ffmpeg,
    production: false,
    side: smallSide,
    paces,
    ...emulatorOptions,
  });
  const provider = createMinimaxProvider({
    ...{ apiKey: emulator.apiKey, baseUrl: emulator.url, model: 'MiniMax-Hailuo-2.3', rpm: 60_000 },
    ...{ downloadHosts: ['cdn.example.com'], poll: 20, pauseSeconds: 60, minShorterSide: 0.9 * smallSide },
    ...{ pace: createPace(pool, 'minimax', 60_000), logger: createLogger('silent') },
    limits: smallLimits,
    normaliser: createClipNormaliser(ffmpeg, smallSide),
    ...providerOptions,
  });
  const photoPath = path.join(root, 'photo.jpg');
  await sharp({ create: { width: 360, height: 320, channels: 3, background: '#a86' } })
    .jpeg()
    .toFile(photoPath);
  const userId = await createUser(db);
  async function createTask(prompt: string): Promise<string> {
    const data = { userId, provider: 'minimax', prompt, originalFilename: 'a.jpg', photoKey: 'a' };
    return (await db.videoTask.create({ data: { id: `task-${prompt}`, ...data } })).id;
  }
  return {
    emulator,
    provider,
    createTask,
    async animate(prompt, request = {}) {
      const taskId = request.taskId ?? (await createTask(prompt));
      const workDir = await mkdtemp(path.join(root, 'job-'));
      const submissions = createSubmissionLog(db, taskId);
      return provider.animate(
        animationRequest({ photoPath, workDir, taskId, prompt, submissions, ...request }),
      );
    },
    submissions: (prompt) =>
      db.submission.findMany({
        where: { task: { prompt } },
        orderBy: { number: 'asc' },
        select: { number: true, remoteId: true, outcome: true },
      }),
    async close() {
      await provider.close();
      await emulator.close();
      await database.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
