// Types, lint, import rules, format and more: prints the failures and a final summary line.
import { printFailure, runChecks } from './lib/checks.ts';

const started = performance.now();
const results = await runChecks(printFailure);
const failed = results.filter(({ passed }) => !passed);
const seconds = ((performance.now() - started) / 1000).toFixed(1);
console.log(
  failed.length === 0
    ? `All ${results.length} checks passed in ${seconds} s`
    : `\n${failed.length} of ${results.length} checks failed in ${seconds} s: ${failed.map(({ name }) => name).join(', ')}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
