import { expect, test } from 'vitest';
import type { Failure, Results } from './reports.ts';
import { filesForSecondLook, secondLookRule, withoutUndueRetries, withSecondLook } from './second-look.ts';

const failure = (file: string, title = 'breaks'): Failure => ({
  file,
  name: `${file} > ${title}`,
  reason: 'late',
});
const results = (more: Partial<Results>): Results => ({
  passed: 10,
  failures: [],
  unsteady: [],
  skipped: 0,
  tests: [],
  ...more,
});
const ran = (...files: string[]) => files.map((file) => ({ name: `${file} > breaks`, milliseconds: 1 }));
const anyFile = secondLookRule(new Set());

test.each([
  ['server/features/generation/queue.test.ts', true],
  ['tests/chaos/runs/signals.ts', true],
  ['tests/e2e/upload.spec.ts', true],
  ['tests/chaos/runs/ledger.ts', false],
  ['tests/chaos/runs/payments.ts', false],
  ['server/features/credits/operations.test.ts', false],
  ['server/features/payments/receipt.test.ts', false],
  ['server/features/erasure/erase-races.test.ts', false],
  ['server/transport/app.access.test.ts', false],
  ['server/transport/trpc/access.test.ts', false],
  ['server/transport/http/visibility.test.ts', false],
  ['tests/e2e/withdrawal.spec.ts', false],
  ['tests/e2e/payments.spec.ts', false],
])('%s gets a second look: %s', (file, expected) => {
  expect(anyFile(file)).toBe(expected);
});

test('a file that the change touches gets none', () => {
  const mayRunAgain = secondLookRule(new Set(['server/a.test.ts']));
  expect([mayRunAgain('server/a.test.ts'), mayRunAgain('server/b.test.ts')]).toEqual([false, true]);
});

test('each failed file runs again once, and none if more than ten failed', () => {
  const failures = [failure('a.test.ts'), failure('a.test.ts', 'too'), failure('ledger.test.ts')];
  const broken = { name: 'Checks', reason: 'types' };
  expect(filesForSecondLook(results({ failures: [...failures, broken] }), anyFile)).toEqual(['a.test.ts']);
  const many = Array.from({ length: 11 }, (_, i) => failure(`${i}.test.ts`));
  expect(filesForSecondLook(results({ failures: many }), anyFile)).toEqual([]);
});

test('what passes at the second look is unsteady, what fails twice has failed', () => {
  const failures = [failure('a.test.ts'), failure('b.test.ts'), failure('ledger.test.ts')];
  const files = ['a.test.ts', 'b.test.ts'];
  const again = results({ failures: [failure('b.test.ts', 'another')], tests: ran(...files) });
  expect(withSecondLook(results({ failures }), files, again)).toMatchObject({
    passed: 11,
    failures: [failures[1], failures[2]],
    unsteady: [failures[0]],
  });
});

test('a second look that did not run a file, or failed as a run, excuses nothing', () => {
  const failures = [failure('a.test.ts')];
  const first = results({ failures });
  expect(withSecondLook(first, ['a.test.ts'], results({ tests: ran('b.test.ts') }))).toEqual(first);
  const crashed = results({ tests: ran('a.test.ts'), failures: [{ name: 'v', reason: 'left no report' }] });
  expect(withSecondLook(first, ['a.test.ts'], crashed)).toEqual(first);
});

test('a retry by the runner itself counts only where a second look is allowed', () => {
  const unsteady = [failure('tests/e2e/upload.spec.ts'), failure('tests/e2e/payments.spec.ts')];
  expect(withoutUndueRetries(results({ unsteady }), anyFile)).toMatchObject({
    passed: 9,
    failures: [unsteady[1]],
    unsteady: [unsteady[0]],
  });
});
