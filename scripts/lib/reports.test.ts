import path from 'node:path';
import { expect, test } from 'vitest';
import { evaluate, readPlaywright, readVitest, slowest } from './reports.ts';

const vitest = { numPassedTests: 3, numFailedTests: 0, numPendingTests: 1, numTodoTests: 0, testResults: [] };
const stats = { expected: 4, unexpected: 0, flaky: 0, skipped: 0 };
const playwright = { stats, errors: [], suites: [] };

test('a run in which everything passed', () => {
  expect(evaluate('v', 0, JSON.stringify(vitest), readVitest)).toMatchObject({
    passed: 3,
    failed: 0,
    skipped: 1,
  });
  expect(evaluate('p', 0, JSON.stringify(playwright), readPlaywright)).toMatchObject({
    passed: 4,
    failed: 0,
  });
});

test('failed, flaky and unloadable tests and errors outside of tests are failures', () => {
  const broken = [{ name: 'x.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] }];
  const failed = { ...vitest, numFailedTests: 2, testResults: broken };
  expect(evaluate('v', 1, JSON.stringify(failed), readVitest)).toMatchObject({ passed: 3, failed: 3 });
  const worse = {
    ...playwright,
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    errors: [{ message: 'no server\nstack' }],
  };
  expect(evaluate('p', 1, JSON.stringify(worse), readPlaywright)).toMatchObject({
    failed: 3,
    problems: ['no server'],
  });
});

test.each([
  ['no report', 0, undefined],
  ['half a report', 0, '{"numPassed'],
  ['something else', 0, '{}'],
  ['no test', 0, JSON.stringify({ ...vitest, numPassedTests: 0 })],
  ['a crash after the tests', 1, JSON.stringify(vitest)],
])('%s is a failure', (_name, status, text) => {
  expect(evaluate('v', status, text, readVitest).failed).toBe(1);
});

test('lists the slowest tests of both runners', () => {
  const file = { name: path.resolve('server/a.test.ts'), status: 'passed', message: '' };
  const assertionResults = [
    { fullName: 'a group quick', duration: 3 },
    { fullName: 'skipped', duration: null },
    { fullName: 'slow', duration: 12_345.6 },
  ];
  const units = evaluate(
    'v',
    0,
    JSON.stringify({ ...vitest, testResults: [{ ...file, assertionResults }] }),
    readVitest,
  );
  const specs = [
    { title: 'opens', tests: [{ projectName: 'phone', results: [{ duration: 900 }, { duration: 1_100 }] }] },
  ];
  const suites = [{ file: 'b.spec.ts', specs: [], suites: [{ file: 'b.spec.ts', specs }] }];
  const browser = evaluate('p', 0, JSON.stringify({ ...playwright, suites }), readPlaywright);
  expect(slowest([...units.tests, ...browser.tests], 3)).toEqual([
    '  12.3 s  server/a.test.ts > slow',
    '   2.0 s  b.spec.ts > opens (phone)',
    '   0.0 s  server/a.test.ts > a group quick',
  ]);
});

test('names failed tests with their reason, without colours', () => {
  const assertionResults = [
    { fullName: 'holds', status: 'passed', failureMessages: [] },
    { fullName: 'breaks', status: 'failed', failureMessages: ['\u001b[31mexpected 1\u001b[39m\nto be 2'] },
  ];
  const testResults = [{ name: path.resolve('a.test.ts'), status: 'failed', message: '', assertionResults }];
  const units = JSON.stringify({ ...vitest, numFailedTests: 1, testResults });
  expect(evaluate('v', 1, units, readVitest).problems).toEqual([
    'a.test.ts > breaks\n    expected 1\n    to be 2',
  ]);
  const specs = ['unexpected', 'flaky', 'expected'].map((status) => ({
    title: `is ${status}`,
    tests: [{ projectName: 'phone', status, results: [{ duration: 1, error: { message: 'no button' } }] }],
  }));
  const browser = JSON.stringify({
    ...playwright,
    stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
    suites: [{ file: 'b.spec.ts', specs }],
  });
  expect(evaluate('p', 1, browser, readPlaywright).problems).toEqual([
    'b.spec.ts > is unexpected (phone)\n    no button',
    'b.spec.ts > is flaky (phone)\n    no button',
  ]);
});

test('truncates a long reason', () => {
  const long = Array.from({ length: 50 }, (_, i) => `line ${i}`).join('\n');
  const assertionResults = [{ fullName: 'breaks', status: 'failed', failureMessages: [long] }];
  const testResults = [{ name: path.resolve('a.test.ts'), status: 'failed', message: '', assertionResults }];
  const units = JSON.stringify({ ...vitest, numFailedTests: 1, testResults });
  const [problem] = evaluate('v', 1, units, readVitest).problems;
  expect(problem!.split('\n')).toHaveLength(21);
  expect(problem).toContain('line 19');
});
