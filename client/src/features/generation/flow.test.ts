import { expect, test } from 'vitest';
import { type Flow, type FlowEvent, nextFlow } from './flow.ts';
import type { SendBlock } from './send-with-retries.ts';

const run = (...events: FlowEvent[]) => events.reduce<Flow>(nextFlow, { phase: 'upload' });
const accepted: FlowEvent = { type: 'accepted', taskId: 'a' };
const completed: FlowEvent = { type: 'completed', taskId: 'a', downloadUrl: '/a' };

test('from a photo to a video', () => {
  expect(run({ type: 'send' }, { type: 'sent', fraction: 0.5 })).toEqual({
    phase: 'sending',
    fraction: 0.5,
    block: null,
    canceling: false,
  });
  expect(run({ type: 'send' }, accepted)).toEqual({ phase: 'progress', taskId: 'a' });
  expect(run({ type: 'send' }, accepted, completed)).toEqual({
    phase: 'result',
    taskId: 'a',
    downloadUrl: '/a',
  });
});

test('a running task found later is resumed, but never replaces what the user is doing', () => {
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
  const reason = { at: 'generation', code: 'input_refused', taskId: 'a' } as const;
  const failed = run({ type: 'send' }, accepted, { type: 'failed', reason });
  expect(failed).toEqual({ phase: 'failed', reason });
  expect(nextFlow(failed, { type: 'reset' })).toEqual({ phase: 'upload' });
  // Unless a new task takes the failed one's place.
  expect(nextFlow(failed, { type: 'replaced', taskId: 'b' })).toEqual({ phase: 'progress', taskId: 'b' });
  expect(nextFlow({ phase: 'upload' }, { type: 'replaced', taskId: 'b' })).toEqual({ phase: 'upload' });
});

test('waiting for the connection or the server is shown until it is over', () => {
  const moving: FlowEvent[] = [{ type: 'send' }, { type: 'sent', fraction: 1 }];
  const blocked = (block: SendBlock | null): FlowEvent => ({ type: 'blocked', block });
  const lost = { is: 'lost' } as const;
  expect(run(...moving, blocked(lost))).toMatchObject({ fraction: 1, block: lost });
  // A photo that was put off is uploaded again from the start.
  const resting = { is: 'resting', seconds: 7 } as const;
  expect(run(...moving, blocked(resting))).toMatchObject({ fraction: null, block: resting });
  expect(run(...moving, blocked(lost), blocked(null))).toMatchObject({ block: null });
  expect(run(blocked(lost))).toEqual({ phase: 'upload' });
});
