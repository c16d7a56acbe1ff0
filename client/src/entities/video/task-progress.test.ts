import { expect, test } from 'vitest';
import type { TaskProgress } from '#shared/schemas/video.ts';
import { advance, type ProgressState, startProgress, tick } from './task-progress.ts';

const now = 1_000_000;
const news = (more: Partial<TaskProgress>): TaskProgress => ({
  taskId: 'a',
  status: 'Processing',
  progress: 0,
  stage: 'preparing',
  elapsedSeconds: 0,
  measured: true,
  ...more,
});
const start = () => startProgress('a', now);
const stateAfter = (...all: Partial<TaskProgress>[]) =>
  all.reduce<ProgressState | undefined>((state, more) => advance(state, news(more), now), undefined) ??
  start();

test('a measured bar follows the reported progress', () => {
  expect(stateAfter({ progress: 37, stage: 'generating' })).toMatchObject({
    percent: 37,
    stage: 'generating',
  });
});

test('outdated reports change nothing', () => {
  const state = stateAfter({ progress: 60, stage: 'effects' }, { progress: 20, stage: 'analyzing' });
  expect(state).toMatchObject({ percent: 60, stage: 'effects' });
  expect(advance(state, news({ status: 'Queued' }), now)).toBe(state);
  expect(advance(state, news({ taskId: 'b', progress: 90 }), now)).toBe(state);
});

test('nothing changes after the end', () => {
  const done = stateAfter({ status: 'Success', progress: 100 });
  expect(done.percent).toBe(100);
  expect(advance(done, news({ status: 'Fail', code: 'generation_failed' }), now)).toBe(done);
  expect(tick(done, now + 60_000)).toBe(done);
});

test('only success reaches 100 %', () => {
  expect(stateAfter({ progress: 100 }).percent).toBe(99);
});

test('a failure keeps its code, or gets the general one', () => {
  expect(stateAfter({ status: 'Fail', code: 'image_broken' }).code).toBe('image_broken');
  expect(stateAfter({ status: 'Fail' }).code).toBe('generation_failed');
});

test('the simulated steps wait for the provider’s status', () => {
  const waiting = { measured: false, providerStatus: 'queueing' } as const;
  let state = tick(stateAfter(waiting), now + 600_000);
  expect(state).toMatchObject({ percent: 20, stage: 'analyzing', providerStatus: 'queueing' });
  state = tick(advance(state, news({ ...waiting, providerStatus: 'processing' }), now), now + 600_000);
  expect(state).toMatchObject({ percent: 60, stage: 'effects' });
  // A second submission starts over; the bar does not go back.
  state = tick(advance(state, news({ ...waiting, providerStatus: 'preparing' }), now), now + 600_000);
  expect(state).toMatchObject({ percent: 60, stage: 'effects', providerStatus: 'preparing' });
  state = tick(advance(state, news({ measured: false, stage: 'finalizing' }), now), now + 600_000);
  expect(state).toMatchObject({ percent: 80, stage: 'finalizing', providerStatus: null });
});

test('without measurements the bar advances every three seconds, and stops at 80', () => {
  let state = stateAfter({ measured: false });
  const seen = [0, 2, 3, 6, 9, 12, 300].map((seconds) => {
    state = tick(state, now + seconds * 1000);
    return [state.percent, state.stage];
  });
  expect(seen).toEqual([
    [0, 'preparing'],
    [0, 'preparing'],
    [20, 'analyzing'],
    [40, 'generating'],
    [60, 'effects'],
    [80, 'finalizing'],
    [80, 'finalizing'],
  ]);
});

test('elapsed steps are kept when a report arrives, whatever its status', () => {
  const waiting = { measured: false, providerStatus: 'processing' } as const;
  const later = advance(
    stateAfter(waiting),
    news({ ...waiting, providerStatus: 'preparing' }),
    now + 600_000,
  );
  expect(later).toMatchObject({ percent: 60, stage: 'effects', providerStatus: 'preparing' });
});

test('the steps do not advance while the task is queued', () => {
  const queued = stateAfter({ status: 'Queued', measured: false });
  expect(tick(queued, now + 30_000).percent).toBe(0);
  const working = advance(queued, news({ measured: false, elapsedSeconds: 30 }), now + 30_000);
  expect(working.percent).toBe(0);
  expect(tick(working, now + 33_000).percent).toBe(20);
});

test('a reload resumes at the elapsed time', () => {
  expect(stateAfter({ measured: false, elapsedSeconds: 7 })).toMatchObject({
    percent: 40,
    acceptedAt: now - 7000,
  });
});

test('a first measurement below the steps does not move the bar back', () => {
  const stepped = tick(stateAfter({ measured: false }), now + 6000);
  expect(advance(stepped, news({ progress: 10 }), now + 7000).percent).toBe(40);
});

test('the bar never moves back, in any order of reports', () => {
  const all = [0.1, 0.5, 0.3, 0.9, 0.2].map((progress) => news({ progress }));
  let state = start();
  for (const one of all) {
    const before = state.percent;
    state = advance(state, one, now);
    expect(state.percent).toBeGreaterThanOrEqual(before);
  }
});
