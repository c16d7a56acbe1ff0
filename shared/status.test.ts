import { expect, test } from 'vitest';
import * as status from './status.ts';

test('tasks and albums share one life cycle with different names', () => {
  expect(status.taskLife).toEqual({
    waiting: 'Queued',
    running: 'Processing',
    succeeded: 'Success',
    failed: 'Fail',
    statuses: ['Queued', 'Processing', 'Success', 'Fail'],
    unfinished: ['Queued', 'Processing'],
    final: ['Success', 'Fail'],
  });
  expect(status.albumLife).toEqual({
    waiting: 'pending',
    running: 'processing',
    succeeded: 'completed',
    failed: 'failed',
    statuses: ['pending', 'processing', 'completed', 'failed'],
    unfinished: ['pending', 'processing'],
    final: ['completed', 'failed'],
  });
});

test('tasks and albums have two final states', () => {
  expect(status.taskStatuses.map(status.isFinal)).toEqual([false, false, true, true]);
  expect(status.albumStatuses.map(status.isAlbumFinal)).toEqual([false, false, true, true]);
});

test.each([
  ['Success', true],
  ['completed', true],
  ['Fail', false],
  ['Processing', false],
  ['', false],
])('a task that is %j has a video: %s', (name, expected) => {
  expect(status.isCompleted(name)).toBe(expected);
});

test.each([
  [0, 0],
  [0.29, 29],
  [0.57, 57],
  [0.999, 99],
  [1, 100],
])('%d of the work is %d percent', (share, percent) => {
  expect(status.percentOf(share)).toBe(percent);
});

test('stages are listed in the order in which they happen', () => {
  expect(status.taskStages).toEqual(['preparing', 'analyzing', 'generating', 'effects', 'finalizing']);
  expect(status.providerStatuses).toEqual(['preparing', 'queueing', 'processing']);
});
