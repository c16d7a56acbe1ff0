import { expect, test } from 'vitest';
import type { Failure, Results } from './reports.ts';
import { judge } from './verdict.ts';

const failure = (name: string): Failure => ({
  file: 'a.test.ts',
  name: `a.test.ts > ${name}`,
  reason: 'one\ntwo',
});
const clean: Results = { passed: 20, failures: [], unsteady: [], skipped: 0, tests: [] };
const circumstances = { noSkips: false, seed: 7, load: 'load 3.1 at most, on 2 cores', skippedLines: [] };

test('a run in which everything passed ends with its figures', () => {
  expect(judge(clean, circumstances)).toEqual({
    passed: true,
    lines: ['Seed 7; load 3.1 at most, on 2 cores', '20 passed, 0 failed'],
  });
});

test('says what failed and why, with the seed and the load', () => {
  expect(judge({ ...clean, failures: [failure('breaks')] }, circumstances)).toEqual({
    passed: false,
    lines: [
      '✗ a.test.ts > breaks',
      '    one',
      '    two',
      'Seed 7; load 3.1 at most, on 2 cores',
      '20 passed, 1 failed',
    ],
  });
});

test('up to three unsteady tests are named and pass; a fourth fails them all', () => {
  const three = [failure('a'), failure('b'), failure('c')];
  const { passed, lines } = judge({ ...clean, unsteady: three }, circumstances);
  expect(passed).toBe(true);
  expect(lines).toContain('~ a.test.ts > a');
  expect(lines.slice(-3)).toEqual([
    '3 unsteady',
    'Seed 7; load 3.1 at most, on 2 cores',
    '20 passed, 0 failed',
  ]);
  const four = judge({ ...clean, unsteady: [...three, failure('d')] }, circumstances);
  expect(four.passed).toBe(false);
  expect(four.lines).toContain('✗ 4 unsteady tests, at most 3 are allowed');
  expect(four.lines.at(-1)).toBe('16 passed, 4 failed');
});

test('skipped tests are said, and fail where none may be', () => {
  const skipped = { ...clean, skipped: 2 };
  const said = { ...circumstances, skippedLines: ['2 skipped'] };
  expect(judge(skipped, said)).toMatchObject({ passed: true });
  expect(judge(skipped, said).lines).toContain('2 skipped');
  const strict = judge(skipped, { ...said, noSkips: true });
  expect(strict.passed).toBe(false);
  expect(strict.lines.at(-1)).toBe('20 passed, 2 failed');
});
