import { readdir } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { ErrorCode } from '#shared/errors.ts';
import { requestGeneration } from '#server/features/generation/requests/request-generation.ts';
import { AppError } from '#server/platform/errors.ts';
import type { CallFault, MinimaxScript } from '#server/emulators/minimax/script.ts';
import { createUser, ledgerFaults, readLedger } from '../support/ledger.ts';
import { openMinimaxBench } from '../support/minimax.ts';
import { portrait } from '../support/photos.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { followTask } from '../support/visitor.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { whileBusy } from './patience.ts';
import { awaiting, faultUnless } from './waiting.ts';

/** The number of concurrent tasks. */
const abreast = 40;
/** The number of concurrent requests: this test is not about load on the web server. */
const askingAbreast = 4;
const maxSubmissions = 2;
const maxDownloads = 3;

type End = 'Success' | ErrorCode;

/**
 * Runs `calls` hosted generations with random faults, from the request to the end. Returns violations as text: an end
 * or a balance other than its faults require, more calls to the provider than allowed, or anything left behind.
 */
export async function runProviderStorm(calls: number, random: () => number): Promise<string[]> {
  const scripts = new Map<string, MinimaxScript[]>();
  const bench = await openMinimaxBench(
    { script: (prompt, number) => scripts.get(prompt)?.[number - 1] ?? {} },
    { pauseSeconds: 0.05 },
  );
  await using closing = new AsyncDisposableStack();
  closing.defer(bench.close);
  const server = await startTestServer({ video: bench.provider });
  closing.defer(server.close);
  const turn = pLimit(abreast);
  const askingTurn = pLimit(askingAbreast);
  const photo = new Blob([Uint8Array.from(await portrait({ width: 330, height: 300 }))]);
  const play = async (prompt: string, script: MinimaxScript[]): Promise<string[]> => {
    scripts.set(prompt, script);
    const { userId, taskId } = await askingTurn(() => ask(server, { photo, prompt }));
    await awaiting(`${prompt} ends`, followTask(server, userId, taskId));
    const found = await endFaults(server, { userId, taskId }, expectedEnd(script));
    const jobs = bench.emulator.jobs.filter((job) => job.prompt === prompt);
    if (jobs.length > maxSubmissions) found.push(`${jobs.length} jobs were taken`);
    if (jobs.some((job) => job.calls.download > maxDownloads)) found.push('too many downloads');
    return found.map((fault) => `${prompt}: ${fault} (${JSON.stringify(script)})`);
  };
  // The emulator draws each kind of clip once: in the storm, a download that begins late would count as stalled.
  const faults = [await play('the usual clip', [{}])];
  for (const clip of oddClips) faults.push(await play(`a clip that is ${clip}`, [{ clip }, { clip }]));
  const storm = Array.from({ length: calls }, (_, index) =>
    turn(() => play(`storm ${index}`, [badLuck(random), badLuck(random)])),
  );
  faults.push(...(await Promise.all(storm)));
  return [...faults.flat(), ...(await leftovers(server))];
}

/** Remaining work folders: a run cleans up after its task has ended. */
async function leftovers({ deps }: TestServer): Promise<string[]> {
  const left = () => readdir(deps.workRoot);
  const found = await faultUnless('the work folders are removed', async () => (await left()).length === 0);
  return [...found, ...(await left()).map((name) => `${name} was left behind`)];
}

/**
 * Requests a new user's task. While submissions are paused because of another task's fault, requests are refused:
 * retries as a user would.
 */
async function ask(
  { deps }: TestServer,
  asked: { photo: Blob; prompt: string },
): Promise<{ userId: string; taskId: string }> {
  const userId = await whileBusy(() => createUser(deps.db));
  for (;;) {
    try {
      const request = { ...asked, ...defaultAnimationOptions, userId, originalFilename: 'a.jpg' };
      const { taskId } = await whileBusy(() => requestGeneration(deps, { ...request, language: 'en' }));
      return { userId, taskId };
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'provider_unavailable') throw error;
    }
  }
}

const oddClips = ['small', 'other-aspect', 'short', 'long'] as const;
const passing = [1000, 1001, 1002, 1013, 1024, 1033, 1039, 1041, 2045];
const refusals: Record<number, ErrorCode> = {
  1026: 'input_refused',
  1027: 'output_refused',
  1042: 'prompt_unreadable',
  2013: 'photo_unsuitable',
};
const operators = [1004, 2049, 1008, 2056, 2061];

/** A random script for a job: mostly success, with every fault now and then. */
function badLuck(random: () => number): MinimaxScript {
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const sometimes = <T>(chance: number, value: () => T): T | undefined =>
    random() < chance ? value() : undefined;
  const several = <T>(most: number, one: () => T): T[] =>
    Array.from({ length: Math.floor(random() * (most + 1)) }, one);
  const passes = (): CallFault => ({ code: pick(passing), as: pick(['base_resp', 'status'] as const) });
  const creating = (): CallFault =>
    pick<() => CallFault>([
      ...[passes, passes, passes, passes, passes, passes],
      () => pick(['reset', 'lose', 'garbage'] as const),
      () => ({ code: Number(pick(Object.keys(refusals))) }),
      () => ({ code: pick(operators) }),
    ])();
  const reading = (): CallFault => pick<() => CallFault>([passes, passes, () => 'reset', () => 'garbage'])();
  const end = sometimes(0.15, () => pick(['Fail', 'Failed', 'fail'] as const));
  return {
    create: several(2, creating),
    query: several(4, reading),
    retrieve: several(3, reading),
    ...(end ? { end, reason: pick([0, 1000, 1013, 1026, 1027]) } : {}),
    fileId: sometimes(0.1, () => pick(['late', 'missing', 'empty'] as const)),
    clip: sometimes(0.1, () => pick(oddClips)),
    address: sometimes(0.02, () => 'http://127.0.0.1:1/latest/meta-data/'),
    download: several(3, () =>
      pick(['expired', 'slow', 'stalled', 'endless', 'html', 'empty', 'truncated', 'redirect'] as const),
    ),
  };
}

/** The end that decision 060 requires for a task with such jobs. */
function expectedEnd(scripts: readonly MinimaxScript[]): End {
  const tries = scripts.map(() => 0);
  let jobs = 0;
  for (let submission = 1; submission <= maxSubmissions; submission += 1) {
    const script = scripts[jobs] ?? {};
    const created = creation(script.create ?? [], tries[jobs] ?? 0);
    tries[jobs] = created.tries;
    if (created.end) return created.end;
    if (created.taken) jobs += 1;
    if (created.lost) continue;
    const end = jobEnd(script);
    if (end) return end;
  }
  return 'generation_failed';
}

interface Creation {
  tries: number;
  taken: boolean;
  lost: boolean;
  end?: End;
}

/** The outcome of creating one submission, after this many earlier calls of the job. */
function creation(faults: readonly CallFault[], earlierTries: number): Creation {
  for (let tries = earlierTries + 1; ; tries += 1) {
    const fault = faults[tries - 1];
    if (fault === undefined) return { tries, taken: true, lost: false };
    if (fault === 'reset') return { tries, taken: false, lost: true };
    if (typeof fault === 'string') return { tries, taken: true, lost: true };
    const refusal = refusals[fault.code];
    if (refusal) return { tries, taken: false, lost: false, end: refusal };
    if (operators.includes(fault.code))
      return { tries, taken: false, lost: false, end: 'provider_unavailable' };
  }
}

/** How a job ends the task; null if the job merely failed. */
function jobEnd({
  end = 'Success',
  reason = 0,
  fileId,
  clip,
  address,
  download = [],
}: MinimaxScript): End | null {
  if (end !== 'Success') return refusals[reason] ?? null;
  if (fileId === 'missing' || fileId === 'empty') return null;
  if (address) return 'provider_unavailable';
  const good = [...download, undefined].findIndex((fault) => fault === undefined || fault === 'slow');
  return good >= maxDownloads || clip ? null : 'Success';
}

async function endFaults(
  { deps }: TestServer,
  { userId, taskId }: { userId: string; taskId: string },
  expected: End,
): Promise<string[]> {
  const { status, errorCode, startedAt, finishedAt } = await deps.db.videoTask.findUniqueOrThrow({
    where: { id: taskId },
  });
  const faults = await ledgerFaults(deps.pool, userId);
  const end = status === 'Success' ? status : errorCode;
  if (end !== expected) faults.push(`ended ${end}, not ${expected}`);
  const reasons = (await readLedger(deps.pool, userId)).map(({ reason }) => reason).join(' ');
  if (reasons !== `signup generation${status === 'Success' ? '' : ' refund'}`)
    faults.push(`${status}, and the ledger has ${reasons}`);
  const seconds = ((finishedAt?.getTime() ?? 0) - (startedAt?.getTime() ?? 0)) / 1000;
  if (seconds > deps.env.VIDEO_DEADLINE) faults.push(`took ${seconds} s`);
  return faults;
}
