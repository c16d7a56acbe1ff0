import { setTimeout as delay } from 'node:timers/promises';
import { requestGeneration } from '#server/features/generation/requests/request-generation.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { startMinimaxEmulator } from '#server/emulators/minimax/emulator.ts';
import type { MinimaxEvent } from '#server/emulators/minimax/script.ts';
import { noticeDeath } from '../support/dead-worker.ts';
import { createUser, ledgerFaults, readLedger } from '../support/ledger.ts';
import { spawnMemori } from '../support/memori-process.ts';
import { portrait } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { followTask } from '../support/visitor.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { whileBusy } from './patience.ts';
import { awaiting } from './waiting.ts';

/** The moment at which the worker of a task is killed. */
export interface KillPoint {
  /** The last event that the provider has seen of the task; `asked` is when we accepted it. */
  at: MinimaxEvent['type'] | 'asked';
  /** Which occurrence of that event, counting from 1. */
  nth: number;
  /** The delay after it, in milliseconds. */
  after: number;
  /** How many of the task's workers are killed in this way. */
  times: number;
}

interface Cluster {
  web: TestServer;
  /** Resolves when the provider next sees this event of the task with that prompt. */
  reached(prompt: string, point: KillPoint): Promise<void>;
  /** How many jobs with that prompt the provider accepted. */
  taken(prompt: string): number;
  startWorker(): Promise<Worker>;
}

interface Worker {
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/**
 * Requests one hosted video for each point and kills its worker there; another one takes over. Returns violations as
 * text: a task that did not end exactly once and correctly, was charged wrongly, or was submitted to the provider more
 * than twice. `patient`: waits for the queue itself to detect each dead worker, which takes some 20 seconds.
 */
export async function runHostedKills(
  points: readonly KillPoint[],
  { patient = false }: { patient?: boolean } = {},
): Promise<string[]> {
  await using cluster = await openCluster();
  const faults: string[] = [];
  let worker: Worker | null = null;
  for (const [index, point] of points.entries()) {
    const prompt = `kill ${index}`;
    const task = await ask(cluster.web, prompt);
    const ended = followTask(cluster.web, task.userId, task.taskId);
    for (let kills = 0; kills < point.times; kills += 1) {
      const moment = cluster.reached(prompt, point).then(() => true);
      worker ??= await cluster.startWorker();
      const what = `${prompt}: ${point.at} ${point.nth}, or its end`;
      if (!(await awaiting(what, Promise.race([moment, ended.then(() => false)])))) break;
      await delay(point.after);
      await worker.end('SIGKILL');
      worker = null;
      if (!patient) await noticeDeath(cluster.web, 'generate-video');
    }
    worker ??= await cluster.startWorker();
    await awaiting(`${prompt} ends`, ended);
    const found = await endFaults(cluster, prompt, task);
    faults.push(...found.map((fault) => `${point.at} ${point.nth} + ${point.after} ms: ${fault}`));
  }
  await worker?.end('SIGTERM');
  return faults;
}

async function openCluster(): Promise<Cluster & AsyncDisposable> {
  const waiting = new Set<{ prompt: string; type: string; left: number; resolve: () => void }>();
  const emulator = await startMinimaxEmulator({
    ffmpeg: await findFfmpeg(),
    production: false,
    script: () => ({ statuses: ['Preparing', 'Queueing', 'Processing', 'Processing'] }),
    observe({ type, prompt }) {
      for (const moment of waiting) {
        if (moment.type !== type || moment.prompt !== prompt || --moment.left > 0) continue;
        waiting.delete(moment);
        moment.resolve();
      }
    },
  });
  const settings = {
    VIDEO_PROVIDER: 'minimax',
    MINIMAX_API_KEY: emulator.apiKey,
    MINIMAX_BASE_URL: emulator.url,
    MINIMAX_RPM: '6000',
    VIDEO_POLL: '100ms',
  };
  const web = await startTestServer({ jobs: false, settings });
  return {
    web,
    taken: (prompt) => emulator.jobs.filter((job) => job.prompt === prompt).length,
    reached: (prompt, { at, nth }) =>
      at === 'asked'
        ? Promise.resolve()
        : new Promise((resolve) => waiting.add({ prompt, type: at, left: nth, resolve })),
    startWorker: () => startWorker(web, settings),
    async [Symbol.asyncDispose]() {
      await web.close();
      await emulator.close();
    },
  };
}

async function startWorker({ deps, dataDir }: TestServer, settings: Record<string, string>): Promise<Worker> {
  const { child, ready, ended } = spawnMemori(dataDir, {
    ROLE: 'worker',
    DATABASE_URL: deps.env.DATABASE_URL ?? '',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'fatal',
    ...settings,
  });
  await awaiting('a worker is ready', ready);
  return {
    async end(signal) {
      child.kill(signal);
      await ended;
    },
  };
}

async function ask({ deps }: TestServer, prompt: string): Promise<{ userId: string; taskId: string }> {
  const userId = await whileBusy(() => createUser(deps.db));
  const photo = new Blob([Uint8Array.from(await portrait({ width: 360, height: 320 }))]);
  const request = {
    userId,
    photo,
    originalFilename: 'a.jpg',
    prompt,
    ...defaultAnimationOptions,
    language: 'en' as const,
  };
  const { taskId } = await whileBusy(() => requestGeneration(deps, request));
  return { userId, taskId };
}

async function endFaults(
  { web, taken }: Cluster,
  prompt: string,
  { userId, taskId }: { userId: string; taskId: string },
): Promise<string[]> {
  const { db, pool, storage } = web.deps;
  const task = await db.videoTask.findUniqueOrThrow({
    where: { id: taskId },
    include: { submissions: true },
  });
  const reasons = (await readLedger(pool, userId)).map(({ reason }) => reason).join(' ');
  const expected = task.status === 'Success' ? 'signup generation' : 'signup generation refund';
  const faults = await ledgerFaults(pool, userId);
  if (reasons !== expected) faults.push(`${task.status}, and the ledger has ${reasons}`);
  if (taken(prompt) > 2 || task.submissions.length > 2)
    faults.push(`${taken(prompt)} jobs were taken, ${task.submissions.length} submissions written down`);
  const excused = task.submissions.length === 2 && task.submissions.every(({ outcome }) => outcome !== null);
  if (task.status !== 'Success' && !excused) faults.push(`ended ${task.status} ${task.errorCode}`);
  const files = task.renditionPrefix ? await storage.list(task.renditionPrefix) : [];
  if (task.status === 'Success' && files.length !== 4) faults.push(`${files.length} files are stored`);
  return faults;
}
