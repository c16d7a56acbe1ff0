import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';

/** What one runner, or all of them, had to report. */
export interface Results {
  passed: number;
  failures: Failure[];
  /** Tests that failed and passed when their file ran once more, alone. They count as passed. */
  unsteady: Failure[];
  skipped: number;
  /** The tests that ran, in no particular order. */
  tests: TimedTest[];
}

/** A test that failed, or a problem of a run as a whole. */
export interface Failure {
  /** The test's file, relative to the repository; missing if the failure belongs to no file. */
  file?: string;
  name: string;
  /** The first lines of the reason: often only the end of a log is kept. */
  reason: string;
}

/** The duration of one test. */
export interface TimedTest {
  /** Its file and its title. */
  name: string;
  milliseconds: number;
}

interface VitestReport {
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: {
      fullName: string;
      status: string;
      duration?: number | null;
      failureMessages?: string[] | null;
    }[];
  }[];
  /** Added by json-reporter.ts. */
  unhandledErrors?: string[];
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

/** Turns a runner's report into results; throws if the report is not one. */
export type ReadReport = (json: unknown) => Results;

const playwrightFolder = 'tests/e2e';

function reasonOf(messages: readonly (string | undefined)[]): string {
  const lines = messages.flatMap((message) => stripVTControlCharacters(message ?? '').split('\n'));
  return lines.slice(0, 20).join('\n');
}

/**
 * Parses Vitest's JSON report. A file that could not be loaded, or whose hook failed, has no failed test: it counts as
 * one failure, and the tests that it did not run do not count as skipped.
 */
export const readVitest: ReadReport = (json) => {
  const results: Results = { passed: 0, failures: [], unsteady: [], skipped: 0, tests: [] };
  const { testResults, unhandledErrors = [] } = json as VitestReport;
  for (const { name, status, message, assertionResults } of testResults) {
    const file = path.relative('', name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    const passed = assertionResults.filter((test) => test.status === 'passed');
    results.passed += passed.length;
    for (const { fullName, failureMessages } of failed)
      results.failures.push({ file, name: `${file} > ${fullName}`, reason: reasonOf(failureMessages ?? []) });
    if (status !== 'failed') results.skipped += assertionResults.length - passed.length;
    else if (failed.length === 0)
      results.failures.push({ file, name: file, reason: reasonOf([message || 'a hook of it failed']) });
    for (const { fullName, duration } of assertionResults)
      results.tests.push({ name: `${file} > ${fullName}`, milliseconds: duration ?? 0 });
  }
  for (const error of unhandledErrors)
    results.failures.push({ name: 'outside the tests', reason: reasonOf([error]) });
  return results;
};

/** Parses Playwright's JSON report. A test that passed only when it was retried, alone, is unsteady. */
export const readPlaywright: ReadReport = (json) => {
  const { stats, errors, suites } = json as PlaywrightReport;
  const tests = suites.flatMap(testsOf);
  const withStatus = (status: string): Failure[] =>
    tests
      .filter((test) => test.status === status)
      .map(({ file, name, results }) => ({
        file,
        name,
        reason: reasonOf(results.map(({ error }) => error?.message).slice(0, 1)),
      }));
  return {
    passed: stats.expected + stats.flaky,
    failures: [
      ...errors.map(({ message }) => ({
        name: 'outside the tests',
        reason: reasonOf([message ?? 'an error without a message']),
      })),
      ...withStatus('unexpected'),
    ],
    unsteady: withStatus('flaky'),
    skipped: stats.skipped,
    tests: tests.map(({ name, results }) => ({
      name,
      milliseconds: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  };
};

function testsOf(suite: PlaywrightSuite): (PlaywrightTest & { file: string; name: string })[] {
  const file = path.posix.join(playwrightFolder, suite.file);
  const own = suite.specs.flatMap(({ title, tests }) =>
    tests.map((test) => ({ ...test, file, name: `${file} > ${title} (${test.projectName})` })),
  );
  return [...own, ...(suite.suites ?? []).flatMap(testsOf)];
}

/** The slowest tests, the slowest first, one line each. */
export function slowest(tests: readonly TimedTest[], number: number): string[] {
  const sorted = tests.toSorted((one, other) => other.milliseconds - one.milliseconds);
  return sorted
    .slice(0, number)
    .map(({ name, milliseconds }) => `${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${name}`);
}

/** How a runner ended. */
export interface Ending {
  status: number;
  /** Problems of the run as a whole, regardless of its tests. */
  problems: readonly string[];
}

/**
 * Evaluates the report of a finished runner. Never throws and never takes silence for success: a missing report, a
 * report without tests, a problem of the run, and a failing exit status that no failed test explains are each a failure.
 */
export function evaluate(name: string, ending: Ending, text: string | undefined, read: ReadReport): Results {
  const { status, problems } = ending;
  const results = parse(text, read);
  const failures = problems.map((reason) => ({ name, reason }));
  const explained = failures.length > 0 || (results !== null && results.failures.length > 0);
  if (results === null) failures.push({ name, reason: `left no report (exit status ${status})` });
  else if (results.passed + results.failures.length === 0) failures.push({ name, reason: 'ran no test' });
  else if (status !== 0 && !explained)
    failures.push({ name, reason: `ended with exit status ${status} though no test failed` });
  const { passed, unsteady, skipped, tests } = results ?? noResults;
  return { passed, failures: [...(results?.failures ?? []), ...failures], unsteady, skipped, tests };
}

/** Of a run that reported nothing, or of none. */
export const noResults: Results = { passed: 0, failures: [], unsteady: [], skipped: 0, tests: [] };

function parse(text: string | undefined, read: ReadReport): Results | null {
  try {
    const results = read(JSON.parse(text ?? ''));
    return Number.isInteger(results.passed) && Number.isInteger(results.skipped) ? results : null;
  } catch {
    return null;
  }
}

/** All results as one. */
export function sum(all: readonly Results[]): Results {
  return {
    passed: all.reduce((total, { passed }) => total + passed, 0),
    failures: all.flatMap(({ failures }) => failures),
    unsteady: all.flatMap(({ unsteady }) => unsteady),
    skipped: all.reduce((total, { skipped }) => total + skipped, 0),
    tests: all.flatMap(({ tests }) => tests),
  };
}
