import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { probe } from '#tests/support/foreign-clips.ts';
import { type MinimaxBench, openMinimaxBench } from '#tests/support/minimax.ts';
import { smallLimits, smallSide } from '#tests/support/remote-bench.ts';
import type { CallFault, MinimaxEvent, MinimaxScript } from '#server/emulators/minimax/script.ts';
import type { ClipDeviation } from '#server/emulators/lib/clips.ts';
import { downloadFaults } from '#server/emulators/lib/downloads.ts';
import { type AnimationProgress, DeadlinePassed } from '../types.ts';

let bench: MinimaxBench;
let root: string;
let events: MinimaxEvent[];
let listening: (event: MinimaxEvent) => void;
/** Scripted faults for the first and second job of a prompt. */
const scripts = new Map<string, MinimaxScript[]>();
let prompts = 0;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memori-minimax-test-'));
  bench = await openMinimaxBench(
    {
      script: (prompt, number) => scripts.get(prompt)?.[number - 1] ?? {},
      observe: (event) => {
        events.push(event);
        listening(event);
      },
    },
    { pauseSeconds: 0.01 },
  );
});
beforeEach(() => {
  events = [];
  listening = () => undefined;
});
afterAll(async () => {
  await bench.close();
  await rm(root, { recursive: true });
});

/** Returns a prompt whose jobs follow `script`, one entry per job. */
function goes(...script: MinimaxScript[]): string {
  const prompt = `prompt ${++prompts}`;
  scripts.set(prompt, script);
  return prompt;
}
const jobsOf = (prompt: string) => bench.emulator.jobs.filter((job) => job.prompt === prompt);
const bothWays = (codes: number[]): CallFault[] =>
  codes.flatMap((code) => [{ code }, { code, as: 'status' as const }]);

const passing = [1000, 1001, 1002, 1013, 1024, 1033, 1039, 1041, 2045];

test('a photo becomes a standard clip, and the provider’s status is passed on', async () => {
  const progress: AnimationProgress[] = [];
  const prompt = goes({ statuses: ['Preparing', 'Queueing', 'Processing', 'Processing'] });
  const files = await bench.animate(prompt, { onProgress: (report) => progress.push(report) });
  expect(files).toMatchObject({ width: 108, height: smallSide, frames: 150 });
  expect(files).toMatchObject({
    maker: { name: 'minimax', version: null, model: 'MiniMax-Hailuo-2.3' },
    steps: ['animated', 'conformed'],
    source: expect.stringContaining('foreign-clip') as string,
  });
  expect((await probe(files.clean)).format.tags['comment']).toMatch(
    /^Made by software: .*MiniMax \(MiniMax-Hailuo-2\.3\).*trainedAlgorithmicMedia$/,
  );
  expect(progress.every(({ progress }) => progress === null)).toBe(true);
  expect(new Set(progress.map(({ stage, providerStatus }) => `${stage} ${providerStatus}`))).toEqual(
    new Set([
      'preparing preparing',
      ...['analyzing preparing', 'analyzing queueing', 'generating processing', 'finalizing undefined'],
    ]),
  );
  const [job, ...others] = jobsOf(prompt);
  expect(others).toEqual([]);
  expect(await bench.submissions(prompt)).toEqual([{ number: 1, remoteId: job?.id, outcome: null }]);
});

test('transient errors are retried, in whichever form they come', async () => {
  const faults = bothWays(passing);
  const prompt = goes({
    create: faults,
    query: [...faults, 'reset', 'lose', 'garbage'],
    retrieve: [...faults, 'reset', 'garbage'],
  });
  await expect(bench.animate(prompt)).resolves.toMatchObject({ frames: 150 });
  expect(jobsOf(prompt)).toHaveLength(1);
  expect(events.filter(({ type }) => type === 'create')).toHaveLength(faults.length + 1);
});

test.each([1004, 2049, 1008, 2056, 2061])('%i needs the operator: no second submission', async (code) => {
  for (const fault of bothWays([code])) {
    const prompt = goes({ create: [fault] });
    await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'provider-unavailable' });
    expect(await bench.submissions(prompt)).toEqual([{ number: 1, remoteId: null, outcome: 'rejected' }]);
    expect(jobsOf(prompt)).toEqual([]);
  }
});

test('while the operator has to act no process submits anything, and new work is refused', async () => {
  const paused = await openMinimaxBench(
    { script: () => ({ create: [{ code: 1008 }] }) },
    { pauseSeconds: 60 },
  );
  expect(await paused.provider.isAvailable()).toBe(true);
  await expect(paused.animate('first')).rejects.toMatchObject({ kind: 'provider-unavailable' });
  expect(await paused.provider.isAvailable()).toBe(false);
  // A task accepted before the pause waits for half of its time.
  const deadline = new Date(Date.now() + 400);
  await expect(paused.animate('second', { deadline })).rejects.toMatchObject({
    kind: 'provider-unavailable',
  });
  expect(paused.emulator.jobs).toEqual([]);
  // It never got a slot, so none of its submissions is used up.
  expect(await paused.submissions('second')).toEqual([]);
  await paused.close();
});

test.each([
  [1026, 'input_refused'],
  [1027, 'output_refused'],
  [1042, 'prompt_unreadable'],
  [2013, 'photo_unsuitable'],
])('%i is for the user to act on: %s', async (code, told) => {
  const prompt = goes({ create: [{ code }] });
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'rejected-photo', code: told });
  expect(await bench.submissions(prompt)).toEqual([{ number: 1, remoteId: null, outcome: 'refused' }]);
});

test.each([
  [422, 1026, 'input_refused'],
  [400, 2013, 'photo_unsuitable'],
])('HTTP %i is for the user to act on as well', async (_status, code, told) => {
  const prompt = goes({ create: [{ code, as: 'status' }] });
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'rejected-photo', code: told });
});

/** A second job that ends the test immediately. */
const refused: MinimaxScript = { create: [{ code: 1026 }] };

test.each(['Fail', 'Failed', 'fail'] as const)('%s is the provider’s fault: one retry', async (end) => {
  const prompt = goes({ end, reason: 1000 }, refused);
  await expect(bench.animate(prompt)).rejects.toMatchObject({ code: 'input_refused' });
  expect(await bench.outcomes(prompt)).toEqual(['failed', 'refused']);
});

test('the retry may succeed', async () => {
  const prompt = goes({ end: 'Fail', reason: 1000 }, {});
  await expect(bench.animate(prompt)).resolves.toMatchObject({ frames: 150 });
  expect(await bench.outcomes(prompt)).toEqual(['failed', null]);
});

test('gives up after two failures', async () => {
  const prompt = goes({ end: 'Fail' }, { end: 'Failed', reason: 1013 }, {});
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'permanent' });
  expect(jobsOf(prompt)).toHaveLength(2);
  expect(await bench.outcomes(prompt)).toEqual(['failed', 'failed']);
});

test('a failure because of the photo’s content is for the user to act on', async () => {
  const prompt = goes({ end: 'Fail', reason: 1027 });
  await expect(bench.animate(prompt)).rejects.toMatchObject({
    kind: 'rejected-photo',
    code: 'output_refused',
  });
  expect(jobsOf(prompt)).toHaveLength(1);
});

test.each<CallFault>(['lose', 'garbage'])(
  'a create whose response is lost (%s) may have been accepted: one retry, and no more',
  async (fault) => {
    const prompt = goes({ create: [fault] }, refused);
    await expect(bench.animate(prompt)).rejects.toMatchObject({ code: 'input_refused' });
    expect(await bench.outcomes(prompt)).toEqual(['lost', 'refused']);
  },
);

test('silent responses and stalled downloads time out', async () => {
  const limits = { ...smallLimits, answer: 2500, idle: 1000 };
  const script = (_prompt: string, number: number): MinimaxScript =>
    number === 1 ? { create: ['silence'] } : { query: ['silence'], download: ['stalled'] };
  const impatient = await openMinimaxBench({ script }, { limits });
  await expect(impatient.animate('a')).resolves.toMatchObject({ frames: 150 });
  expect(await impatient.outcomes('a')).toEqual(['lost', null]);
  await impatient.close();
});

test('gives up after two lost creates', async () => {
  const prompt = goes({ create: ['lose'] }, { create: ['lose'] }, {});
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'permanent' });
  expect(jobsOf(prompt)).toHaveLength(2);
});

test.each<[fileId: MinimaxScript['fileId'], downloads: number]>([
  ['late', 1],
  ['missing', 0],
  ['empty', 0],
])('a success whose file id is %s', async (fileId, ends) => {
  const prompt = goes({ fileId, clip: 'short' }, refused);
  await expect(bench.animate(prompt)).rejects.toMatchObject({ code: 'input_refused' });
  const downloads = events.filter(({ type }) => type === 'download');
  expect(downloads).toHaveLength(ends);
});

test.each(downloadFaults.filter((fault) => fault !== 'stalled'))(
  'a download that is %s: the same clip is fetched again',
  async (fault) => {
    // The clip itself is unusable too, which ends the test before encoding.
    const prompt = goes({ download: [fault], clip: 'short' }, refused);
    await expect(bench.animate(prompt)).rejects.toMatchObject({ code: 'input_refused' });
    const downloads = events.filter(({ type }) => type === 'download');
    expect(downloads).toHaveLength(fault === 'slow' ? 1 : 2);
    expect(jobsOf(prompt)).toHaveLength(1);
  },
);

test('a clip that can’t be downloaded at all is the provider’s fault', async () => {
  const never = { download: ['expired', 'html', 'empty'] } as const;
  const prompt = goes(never, never);
  await expect(bench.animate(prompt)).rejects.toMatchObject({ kind: 'permanent' });
  expect(await bench.outcomes(prompt)).toEqual(['failed', 'failed']);
});

test.each<ClipDeviation>(['small', 'other-aspect', 'short', 'long'])(
  'a clip that is %s is not accepted',
  async (clip) => {
    const prompt = goes({ clip }, refused);
    await expect(bench.animate(prompt)).rejects.toMatchObject({ code: 'input_refused' });
    expect(await bench.outcomes(prompt)).toEqual(['failed', 'refused']);
  },
);

test('an address outside the listed hosts is not fetched, and the error names the setting', async () => {
  const prompt = goes({ address: 'https://169.254.169.254/latest/meta-data/' });
  await expect(bench.animate(prompt)).rejects.toMatchObject({
    kind: 'provider-unavailable',
    message: expect.stringContaining('MINIMAX_DOWNLOAD_HOSTS') as string,
  });
});

test('a stopped run leaves its job to the next run, which creates none', async () => {
  const prompt = goes({});
  const taskId = await bench.createTask(prompt);
  const stop = new AbortController();
  listening = ({ type }) => type === 'query' && stop.abort(new Error('the process stops'));
  await expect(bench.animate(prompt, { taskId, signal: stop.signal })).rejects.toThrow('the process stops');
  listening = () => undefined;
  await expect(bench.animate(prompt, { taskId })).resolves.toMatchObject({ frames: 150 });
  expect(jobsOf(prompt)).toHaveLength(1);
});

test('a run that dies before recording the response costs one submission', async () => {
  const prompt = goes({});
  const taskId = await bench.createTask(prompt);
  const dead = new Error('killed');
  const submissions = {
    latest: () => Promise.resolve(null),
    open: () => Promise.resolve(true),
    accept: () => Promise.reject(dead),
    end: () => Promise.reject(dead),
  };
  await expect(bench.animate(prompt, { taskId, submissions })).rejects.toBe(dead);
  await bench.animate(prompt, { taskId });
  expect(jobsOf(prompt)).toHaveLength(2);
});

test('the deadline ends the run, whatever it is waiting for', async () => {
  const slow = await openMinimaxBench({ paces: { preparing: 60_000, queueing: 0, processing: 0 } });
  const late = new AbortController();
  const reason = new DeadlinePassed('too long');
  const running = slow.animate('slow', {
    signal: late.signal,
    onProgress: () => late.abort(reason),
  });
  await expect(running).rejects.toBe(reason);
  await slow.close();
});

test('H3 uses its own protocol', async () => {
  const h3 = await openMinimaxBench(
    { script: (prompt, number) => scripts.get(prompt)?.[number - 1] ?? {} },
    { model: 'MiniMax-H3', pauseSeconds: 0.01 },
  );
  const fine = goes({ query: [{ code: 1000, as: 'status' }], download: ['expired'] });
  await expect(h3.animate(fine)).resolves.toMatchObject({ frames: 150 });
  await expect(h3.animate(goes({ end: 'Fail' }, refused))).rejects.toMatchObject({ code: 'input_refused' });
  const declined = goes({ end: 'Fail', reason: 1027 });
  await expect(h3.animate(declined)).rejects.toMatchObject({ code: 'output_refused' });
  const broke = goes({ create: [{ code: 1008, as: 'status' }] });
  await expect(h3.animate(broke)).rejects.toMatchObject({ kind: 'provider-unavailable' });
  const sensitive = goes({ create: [{ code: 1026, as: 'status' }] });
  await expect(h3.animate(sensitive)).rejects.toMatchObject({ code: 'input_refused' });
  await h3.close();
});

test('our smallest photo is large enough for MiniMax', async () => {
  const photoPath = path.join(root, 'small.jpg');
  await sharp({ create: { width: 300, height: 750, channels: 3, background: '#a86' } })
    .jpeg()
    .toFile(photoPath);
  const prompt = goes({ clip: 'short' }, refused);
  await expect(bench.animate(prompt, { photoPath })).rejects.toMatchObject({ code: 'input_refused' });
  expect(jobsOf(prompt)).toHaveLength(1);
});

test('an invalid key needs the operator', async () => {
  const wrong = await openMinimaxBench({}, { apiKey: 'sk-wrong' });
  await expect(wrong.animate('a')).rejects.toMatchObject({ kind: 'provider-unavailable' });
  await wrong.close();
});
