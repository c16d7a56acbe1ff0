import { expect, test } from 'vitest';
import { type Flow, type FlowEvent, nextFlow } from './flow.ts';

const run = (...events: FlowEvent[]) => events.reduce<Flow>(nextFlow, { phase: 'upload' });
const accepted: FlowEvent = { type: 'accepted', taskId: 'a' };
const completed: FlowEvent = { type: 'completed', taskId: 'a', downloadUrl: '/a' };

test('from a photo to a video', () => {
  expect(run({ type: 'send' }, { type: 'sent', fraction: 0.5 })).toEqual({
    ...{ phase: 'sending', fraction: 0.5 },
    ...{ lost: false, canceling: false },
  });
  expect(run({ type: 'send' }, accepted)).toEqual({ phase: 'progress', taskId: 'a' });
  expect(run({ type: 'send' }, accepted, completed)).toEqual({
    phase: 'result',
    taskId: 'a',
    downloadUrl: '/a',
  });
});

test('a running task that is found again goes on, but never in the place of what the user is doing', () => {
  expect(run({ type: 'found', taskId: 'a' })).toEqual({ phase: 'progress', taskId: 'a' });
  expect(run({ type: 'send' }, { type: 'found', taskId: 'b' })).toMatchObject({ phase: 'sending' });
});

test('late answers change nothing', () => {
  expect(run(accepted)).toEqual({ phase: 'upload' });
  expect(run({ type: 'send' }, accepted, { ...completed, taskId: 'b' })).toMatchObject({ phase: 'progress' });
  expect(run({ type: 'send' }, { type: 'reset' }, accepted)).toEqual({ phase: 'upload' });
  expect(run({ type: 'failed', reason: { at: 'link' } })).toEqual({ phase: 'upload' });
});

test('a failure stays until it is cleared', () => {
  const reason = { at: 'generation', code: 'generation_failed' } as const;
  const failed = run({ type: 'send' }, accepted, { type: 'failed', reason });
  expect(failed).toEqual({ phase: 'failed', reason });
  expect(nextFlow(failed, { type: 'reset' })).toEqual({ phase: 'upload' });
});

test('a connection that was lost is back as soon as something is sent', () => {
  const lost = run({ type: 'send' }, { type: 'sent', fraction: 0.5 }, { type: 'lost' });
  expect(lost).toMatchObject({ phase: 'sending', lost: true });
  expect(nextFlow(lost, { type: 'sent', fraction: 0.1 })).toMatchObject({ fraction: 0.1, lost: false });
  expect(run({ type: 'lost' })).toEqual({ phase: 'upload' });
});
