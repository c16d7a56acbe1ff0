import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { createSubmissionLog } from '#server/features/generation/running/submissions.ts';
import { type ClipNormaliser, createClipNormaliser } from '#server/engine/conform/normalise.ts';
import { type Ffmpeg, findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { createLogger, type Logger } from '#server/platform/logging/logger.ts';
import { createThrottle, type Throttle } from '#server/platform/concurrency/throttle.ts';
import type { AnimationFiles, AnimationRequest, VideoProvider } from '#server/providers/video/types.ts';
import { animationRequest } from './animation.ts';
import { createTestDatabase } from './database.ts';
import { createUser } from './ledger.ts';

/** Pixels of the shorter side: small clips keep tests fast. */
export const smallSide = 96;
export const smallLimits = { answer: 20_000, idle: 20_000, download: 60_000, bytes: 1024 * 1024 };

/** What an adapter is built with. */
export interface BenchTools {
  ffmpeg: Ffmpeg;
  throttle: Throttle;
  normaliser: ClipNormaliser;
  logger: Logger;
}

interface WrittenSubmission {
  number: number;
  remoteId: string | null;
  outcome: string | null;
}

/** An adapter and its emulator, and the database that stores both a task's submissions and the rate limit's state. */
export interface RemoteBench<Emulator> {
  emulator: Emulator;
  provider: VideoProvider;
  /** Animates a photo in a task of its own, identified by its prompt in the emulator. */
  animate(prompt: string, request?: Partial<AnimationRequest>): Promise<AnimationFiles>;
  /** The recorded submissions with that prompt. */
  submissions(prompt: string): Promise<WrittenSubmission[]>;
  /** How each submission with that prompt ended; null for one that did not fail. */
  outcomes(prompt: string): Promise<(string | null)[]>;
  /** The reasons reported to the operator. */
  reasons(prompt: string): Promise<(string | null)[]>;
  /** Creates a task; `animate` creates its own if it is given none. */
  createTask(prompt: string): Promise<string>;
  close(): Promise<void>;
}

/** Opens a bench for the adapter and emulator that `build` creates. */
export async function openRemoteBench<Emulator extends { close(): Promise<void> }>(
  build: (tools: BenchTools) => Promise<{ emulator: Emulator; provider: VideoProvider }>,
): Promise<RemoteBench<Emulator>> {
  const database = await createTestDatabase();
  const { db, pool } = database.database;
  const root = await mkdtemp(path.join(tmpdir(), 'memori-remote-'));
  const ffmpeg = await findFfmpeg();
  const { emulator, provider } = await build({
    ffmpeg,
    throttle: createThrottle(pool, 'bench', 60_000),
    normaliser: createClipNormaliser(ffmpeg, smallSide),
    logger: createLogger('silent'),
  });
  const photoPath = path.join(root, 'photo.jpg');
  const photo = { width: 360, height: 320, channels: 3, background: '#a86' } as const;
  await sharp({ create: photo }).jpeg().toFile(photoPath);
  const userId = await createUser(db);
  async function createTask(prompt: string): Promise<string> {
    const data = { userId, provider: provider.name, prompt, originalFilename: 'a.jpg', photoKey: 'a' };
    return (await db.videoTask.create({ data: { id: `task-${prompt}`, ...data } })).id;
  }
  const submissions: RemoteBench<Emulator>['submissions'] = (prompt) =>
    db.submission.findMany({
      where: { task: { prompt } },
      orderBy: { number: 'asc' },
      select: { number: true, remoteId: true, outcome: true },
    });
  return {
    emulator,
    provider,
    createTask,
    submissions,
    async reasons(prompt) {
      const rows = await db.submission.findMany({ where: { task: { prompt } }, orderBy: { number: 'asc' } });
      return rows.map(({ reason }) => reason);
    },
    outcomes: async (prompt) => (await submissions(prompt)).map(({ outcome }) => outcome),
    async animate(prompt, request = {}) {
      const taskId = request.taskId ?? (await createTask(prompt));
      const workDir = await mkdtemp(path.join(root, 'job-'));
      const log = createSubmissionLog(db, taskId);
      const own = { photoPath, workDir, taskId, prompt, submissions: log };
      return provider.animate(animationRequest({ ...own, ...request }));
    },
    async close() {
      await provider.close();
      await emulator.close();
      await database.drop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
