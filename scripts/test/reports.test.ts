import path from 'node:path';
import { expect, test } from 'vitest';
import { evaluate, readPlaywright, readVitest, slowest } from './reports.ts';

const passing = { fullName: 'holds', status: 'passed', duration: 1, failureMessages: [] };
const file = (name: string, more: object = {}) => ({
  name: path.resolve(name),
  status: 'passed',
  message: '',
  assertionResults: [passing],
  ...more,
});
const vitest = { testResults: [file('a.test.ts')] };
const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };
const playwright = { stats, errors: [], suites: [] };
const ended = { status: 0, problems: [] };
const failing = { status: 1, problems: [] };

test('a run in which everything passed', () => {
  const skipped = { fullName: 'waits', status: 'skipped' };
  const report = { testResults: [file('a.test.ts', { assertionResults: [passing, skipped] })] };
  expect(evaluate('v', ended, JSON.stringify(report), readVitest)).toMatchObject({
    passed: 1,
    failures: [],
    skipped: 1,
  });
  expect(evaluate('p', ended, JSON.stringify(playwright), readPlaywright)).toMatchObject({
    passed: 4,
    failures: [],
  });
});

test('a file that does not load, a failed hook and errors outside of tests are failures', () => {
  const testResults = [
    file('broken.test.ts', { status: 'failed', message: 'SyntaxError', assertionResults: [] }),
    file('hook.test.ts', {
      status: 'failed',
      message: 'no database',
      assertionResults: [
        { fullName: 'one', status: 'skipped' },
        { fullName: 'two', status: 'skipped' },
      ],
    }),
    file('group.test.ts', { status: 'failed', assertionResults: [{ fullName: 'one', status: 'skipped' }] }),
    file('a.test.ts'),
  ];
  const report = JSON.stringify({ testResults, unhandledErrors: ['Error: late\n    at timer'] });
  expect(evaluate('v', failing, report, readVitest)).toMatchObject({
    passed: 1,
    skipped: 0,
    failures: [
      { file: 'broken.test.ts', name: 'broken.test.ts', reason: 'SyntaxError' },
      { file: 'hook.test.ts', name: 'hook.test.ts', reason: 'no database' },
      { file: 'group.test.ts', name: 'group.test.ts', reason: 'a hook of it failed' },
      { name: 'outside the tests', reason: 'Error: late\n    at timer' },
    ],
  });
  const worse = { ...playwright, errors: [{ message: 'no server\nstack' }] };
  expect(evaluate('p', failing, JSON.stringify(worse), readPlaywright)).toMatchObject({
    passed: 4,
    failures: [{ name: 'outside the tests', reason: 'no server\nstack' }],
  });
});

test.each([
  ['no report', ended, undefined, 'left no report (exit status 0)'],
  ['half a report', ended, '{"testRes', 'left no report (exit status 0)'],
  ['something else', ended, '{}', 'left no report (exit status 0)'],
  ['no test', ended, JSON.stringify({ testResults: [] }), 'ran no test'],
  [
    'a crash after the tests',
    failing,
    JSON.stringify(vitest),
    'ended with exit status 1 though no test failed',
  ],
  [
    'a runner that hangs',
    { status: 1, problems: ['took too long'] },
    JSON.stringify(vitest),
    'took too long',
  ],
])('%s is one failure', (_name, ending, text, reason) => {
  expect(evaluate('v', ending, text, readVitest).failures).toEqual([{ name: 'v', reason }]);
});

test('a problem of a run whose tests passed is a failure', () => {
  const leftover = { status: 0, problems: ['left processes behind'] };
  expect(evaluate('v', leftover, JSON.stringify(vitest), readVitest)).toMatchObject({
    passed: 1,
    failures: [{ name: 'v', reason: 'left processes behind' }],
  });
});

test('lists the slowest tests of both runners', () => {
  const assertionResults = [
    { fullName: 'a group quick', status: 'passed', duration: 3 },
    { fullName: 'skipped', status: 'skipped', duration: null },
    { fullName: 'slow', status: 'passed', duration: 12_345.6 },
  ];
  const report = JSON.stringify({ testResults: [file('server/a.test.ts', { assertionResults })] });
  const units = evaluate('v', ended, report, readVitest);
  const specs = [
    { title: 'opens', tests: [{ projectName: 'phone', results: [{ duration: 900 }, { duration: 1_100 }] }] },
  ];
  const suites = [{ file: 'b.spec.ts', specs: [], suites: [{ file: 'b.spec.ts', specs }] }];
  const browser = evaluate('p', ended, JSON.stringify({ ...playwright, suites }), readPlaywright);
  expect(slowest([...units.tests, ...browser.tests], 3)).toEqual([
    '  12.3 s  server/a.test.ts > slow',
    '   2.0 s  tests/e2e/b.spec.ts > opens (phone)',
    '   0.0 s  server/a.test.ts > a group quick',
  ]);
});

test('names failed and unsteady tests with their first reason, without colours', () => {
  const assertionResults = [
    passing,
    { fullName: 'breaks', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'] },
  ];
  const units = JSON.stringify({ testResults: [file('a.test.ts', { status: 'failed', assertionResults })] });
  expect(evaluate('v', failing, units, readVitest).failures).toEqual([
    { file: 'a.test.ts', name: 'a.test.ts > breaks', reason: 'expected 1\nto be 2' },
  ]);
  const results = [{ duration: 1, error: { message: 'no button' } }, { duration: 1 }];
  const specs = ['unexpected', 'flaky', 'expected'].map((status) => ({
    title: `is ${status}`,
    tests: [{ projectName: 'phone', status, results }],
  }));
  const browser = JSON.stringify({
    ...playwright,
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [{ file: 'b.spec.ts', specs }],
  });
  const inFile = { file: 'tests/e2e/b.spec.ts', reason: 'no button' };
  expect(evaluate('p', failing, browser, readPlaywright)).toMatchObject({
    passed: 2,
    failures: [{ ...inFile, name: 'tests/e2e/b.spec.ts > is unexpected (phone)' }],
    unsteady: [{ ...inFile, name: 'tests/e2e/b.spec.ts > is flaky (phone)' }],
  });
});

test('truncates a long reason', () => {
  const long = Array.from({ length: 50 }, (_, i) => `line ${i}`).join('\n');
  const assertionResults = [{ fullName: 'breaks', status: 'failed', failureMessages: [long] }];
  const units = JSON.stringify({ testResults: [file('a.test.ts', { status: 'failed', assertionResults })] });
  const [failure] = evaluate('v', failing, units, readVitest).failures;
  expect(failure!.reason.split('\n')).toHaveLength(20);
  expect(failure!.reason).toContain('line 19');
});
