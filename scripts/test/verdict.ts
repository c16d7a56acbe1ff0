import type { Failure, Results } from './reports.ts';

/** A run with more unsteady tests than this fails. */
const mostUnsteady = 3;

interface Circumstances {
  /** Whether a skipped test counts as failed. */
  noSkips: boolean;
  /** The seed of the random tests and fault runs. */
  seed: number;
  /** How busy the machine was, in words. */
  load: string;
  /** Lines about skipped tests. */
  skippedLines: readonly string[];
}

export interface Verdict {
  passed: boolean;
  /** What failed and why; the last line is `N passed, N failed`. */
  lines: string[];
}

/** Judges a whole run: it passes if nothing failed, and at most three tests were unsteady. */
export function judge(results: Results, circumstances: Circumstances): Verdict {
  const { noSkips, seed, load, skippedLines } = circumstances;
  const { failures, unsteady, skipped } = results;
  const tooUnsteady = unsteady.length > mostUnsteady;
  const excess = tooUnsteady ? unsteady.length : 0;
  const failed = failures.length + excess + (noSkips ? skipped : 0);
  const lines = [
    ...failures.flatMap((failure) => paragraph('✗', failure)),
    ...unsteady.flatMap((failure) => [
      ...paragraph('~', failure),
      '    passed when it ran once more, alone: unsteady, to be mended before anything new',
    ]),
    ...(tooUnsteady ? [`✗ ${unsteady.length} unsteady tests, at most ${mostUnsteady} are allowed`] : []),
    ...(noSkips && skipped > 0 ? ['✗ tests were skipped, and --no-skips allows none'] : []),
    ...skippedLines,
    ...(unsteady.length > 0 ? [`${unsteady.length} unsteady`] : []),
    `Seed ${seed}; ${load}`,
    `${results.passed - excess} passed, ${failed} failed`,
  ];
  return { passed: failed === 0, lines };
}

function paragraph(mark: string, { name, reason }: Failure): string[] {
  return [`${mark} ${name}`, ...reason.split('\n').map((line) => `    ${line}`)];
}
