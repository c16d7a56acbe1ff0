import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** How many tests passed and failed, with the failures as a line or a paragraph each. */
export interface Count {
  passed: number;
  failed: number;
  skipped: number;
  problems: string[];
  /** The tests that ran, in no particular order. */
  tests: TimedTest[];
}

/** The duration of one test. */
export interface TimedTest {
  /** Its file and its title. */
  name: string;
  milliseconds: number;
}

interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      fullName: string;
      status?: string;
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: { message?: string }[];
  suites: PlaywrightSuite[];
}

interface PlaywrightSuite {
  file: string;
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  projectName: string;
  status?: string;
  results: { duration: number; error?: { message?: string } }[];
}

/** Turns a runner's report into counts; throws if the report is not one. */
export type ReadReport = (json: unknown) => Count;

/** A failed test and the first lines of the reason: often only the end of a log is kept. */
function failure(name: string, messages: readonly (string | undefined)[]): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message ?? '').split('\n'));
  return [name, ...lines.slice(0, 20).map((line) => `    ${line}`)].join('\n');
}

/** Parses Vitest's JSON report. A file that could not be loaded has no tests: it counts as one failure. */
export const readVitest: ReadReport = (json) => {
  const report = json as VitestReport;
  const broken = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    problems: [
      ...broken.map(({ name, message }) => `${name}: ${message.split('\n', 1)[0]}`),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(({ status }) => status === 'failed')
          .map(({ fullName, failureMessages }) =>
            failure(`${path.relative('', name)} > ${fullName}`, failureMessages ?? []),
          ),
      ),
    ],
    tests: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(({ fullName, duration }) => ({
        name: `${path.relative('', name)} > ${fullName}`,
        milliseconds: duration ?? 0,
      })),
    ),
  };
};

/** Parses Playwright's JSON report. A test that passed only on a retry counts as failed. */
export const readPlaywright: ReadReport = (json) => {
  const { stats, errors, suites } = json as PlaywrightReport;
  const tests = suites.flatMap(testsOf);
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
    problems: [
      ...errors.map(({ message }) => message?.split('\n', 1)[0] ?? 'an error outside the tests'),
      ...tests
        .filter(({ status }) => status === 'unexpected' || status === 'flaky')
        .map(({ name, results }) =>
          failure(
            name,
            results.map(({ error }) => error?.message),
          ),
        ),
    ],
    tests: tests.map(({ name, results }) => ({
      name,
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
};

function testsOf({ file, specs, suites = [] }: PlaywrightSuite): (PlaywrightTest & { name: string })[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map((test) => ({ ...test, name: `${file} > ${title} (${test.projectName})` })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

/** The slowest tests, the slowest first, one line each. */
export function slowest(tests: readonly TimedTest[], number: number): string[] {
  const sorted = tests.toSorted((one, other) => other.milliseconds - one.milliseconds);
  return sorted
    .slice(0, number)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/**
 * Evaluates the report of a finished runner. Never throws and never takes silence for success: a missing report, a
 * report without tests, or a failing exit status that no failed test explains each count as a failure.
 */
export function evaluate(name: string, status: number, text: string | undefined, read: ReadReport): Count {
  let count: Count;
  try {
    count = read(JSON.parse(text ?? ''));
    if (!Number.isInteger(count.passed) || !Number.isInteger(count.failed)) throw new Error('no numbers');
  } catch {
    const problems = [`${name} left no report (exit status ${status})`];
    return { passed: 0, failed: 1, skipped: 0, problems, tests: [] };
  }
  if (count.passed + count.failed === 0) return withFailure(count, `${name} ran no test`);
  if (status !== 0 && count.failed === 0) {
    return withFailure(count, `${name} ended with exit status ${status} though no test failed`);
  }
  return count;
}

function withFailure(count: Count, problem: string): Count {
  return { ...count, failed: count.failed + 1, problems: [...count.problems, problem] };
}

/** The count with each problem of the run as a whole added as a failure. */
export function withProblems(name: string, count: Count, problems: readonly string[]): Count {
  return problems.reduce((sum, problem) => withFailure(sum, `${name}: ${problem}`), count);
}
