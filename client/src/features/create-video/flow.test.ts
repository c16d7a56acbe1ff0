import { expect, test } from 'vitest';
import { type Flow, type FlowEvent, nextFlow } from './flow.ts';

const run = (...events: FlowEvent[]) => events.reduce<Flow>(nextFlow, { phase: 'outbox' });
const accepted: FlowEvent = { type: 'accepted', taskId: 'a' };
const completed: FlowEvent = { type: 'completed', taskId: 'a', downloadUrl: '/a' };

test('from a task to a video', () => {
  expect(run(accepted)).toEqual({ phase: 'progress', taskId: 'a' });
  expect(run(accepted, completed)).toEqual({ phase: 'result', taskId: 'a', downloadUrl: '/a' });
});

test('a running task found later is resumed, but never replaces the one that is followed', () => {
  expect(run({ type: 'found', taskId: 'a' })).toEqual({ phase: 'progress', taskId: 'a' });
  expect(run(accepted, { type: 'found', taskId: 'b' })).toEqual({ phase: 'progress', taskId: 'a' });
});

test('late answers change nothing', () => {
  expect(run(accepted, { ...completed, taskId: 'b' })).toEqual({ phase: 'progress', taskId: 'a' });
  expect(run(accepted, { type: 'reset' }, completed)).toEqual({ phase: 'outbox' });
  expect(run({ type: 'failed', reason: { at: 'link' } })).toEqual({ phase: 'outbox' });
});

test('a failure stays until it is cleared', () => {
  const reason = { at: 'generation', code: 'input_refused', taskId: 'a' } as const;
  const failed = run(accepted, { type: 'failed', reason });
  expect(failed).toEqual({ phase: 'failed', reason });
  expect(nextFlow(failed, { type: 'reset' })).toEqual({ phase: 'outbox' });
  // Unless a new task takes the failed one's place.
  expect(nextFlow(failed, { type: 'replaced', taskId: 'b' })).toEqual({ phase: 'progress', taskId: 'b' });
  expect(nextFlow({ phase: 'outbox' }, { type: 'replaced', taskId: 'b' })).toEqual({ phase: 'outbox' });
});
