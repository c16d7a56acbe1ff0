import { changedFiles } from '../lib/releases.ts';
import type { Failure, Results } from './reports.ts';

/** More failed files than this are no noise of the machine. */
const mostFiles = 10;

/** What races when it fails: money, erasure, and who may see what. */
const raceSuspects = /ledger|credit|payment|purchase|refund|withdraw|erase|erasure|access|visib/i;

/** Decides whether a failed file may run once more. */
export type MayRunAgain = (file: string) => boolean;

/**
 * No second look for files in which a race is the likely fault, nor for those that the change at hand touches, where git
 * can tell: what was just written has to hold at once.
 */
export function secondLookRule(touched: ReadonlySet<string> = changedFiles()): MayRunAgain {
  return (file) => !raceSuspects.test(file) && !touched.has(file);
}

/** The files that get a second look, each once; none if too many failed. */
export function filesForSecondLook(results: Results, mayRunAgain: MayRunAgain): string[] {
  const files = new Set(results.failures.flatMap(({ file }) => file ?? []));
  return files.size > mostFiles ? [] : [...files].filter(mayRunAgain);
}

/**
 * The results with the failures of every file that passed as a whole at the second look as unsteady. A second look that
 * failed as a run excuses nothing.
 */
export function withSecondLook(results: Results, files: readonly string[], again: Results): Results {
  const isComplete = again.failures.every(({ file }) => file !== undefined);
  const passedNow = (file: string) =>
    again.tests.some(({ name }) => name.startsWith(`${file} > `)) &&
    again.failures.every((failure) => failure.file !== file);
  const excused = (failure: Failure): boolean =>
    isComplete && failure.file !== undefined && files.includes(failure.file) && passedNow(failure.file);
  const unsteady = results.failures.filter(excused);
  return {
    ...results,
    passed: results.passed + unsteady.length,
    failures: results.failures.filter((failure) => !excused(failure)),
    unsteady: [...results.unsteady, ...unsteady],
  };
}

/** The results with what a runner retried by itself, but should not have, as failures. */
export function withoutUndueRetries(results: Results, mayRunAgain: MayRunAgain): Results {
  const isUndue = ({ file }: Failure) => file === undefined || !mayRunAgain(file);
  const undue = results.unsteady.filter(isUndue);
  return {
    ...results,
    passed: results.passed - undue.length,
    failures: [...results.failures, ...undue],
    unsteady: results.unsteady.filter((failure) => !isUndue(failure)),
  };
}
