import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';

test('progress is the completed share of the planned work, and never falls when work is added late', () => {
  const reports: number[] = [];
  const progress = createProgress((share) => reports.push(share));
  progress.plan(10);
  progress.done(5);
  progress.plan(10);
  progress.done(1);
  progress.done(6);
  expect(reports).toEqual([0.5, 0.6]);
});

test('progress reaches 1 only at the end', () => {
  const reports: number[] = [];
  const progress = createProgress((share) => reports.push(share));
  progress.plan(1);
  progress.done(5);
  progress.finish();
  progress.finish();
  expect(reports).toEqual([0.99, 1]);
});
