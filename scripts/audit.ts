// npm run audit: lists the registry's advisories for the packages in the lock file, the worst first. Exit status 1 if
// one of severity high or above is not accepted in scripts/audit/accepted.json, 2 if the registry does not answer.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Acceptance, evaluate, readAccepted, readAudit } from './audit/advisories.ts';
import { runNpm } from './lib/run-npm.ts';
import { fail } from './setup/run.mjs';

const root = path.resolve(import.meta.dirname, '..');
function accepted(): Acceptance[] {
  try {
    return readAccepted(readFileSync(path.join(import.meta.dirname, 'audit/accepted.json'), 'utf8'));
  } catch (error) {
    return fail(error);
  }
}

// Explicit, because .npmrc turns off the audit on every installation.
const { out, log } = await runNpm(['audit', '--audit', '--json', '--package-lock-only'], root);
const answer = readAudit(out || log);

if ('reason' in answer) {
  console.error(
    `The registry returned no advisories, so nothing is known about the packages: ${answer.reason}`,
  );
  process.exitCode = 2;
} else {
  const { lines, passed } = evaluate(
    answer.vulnerabilities,
    accepted(),
    new Date().toISOString().slice(0, 10),
  );
  for (const line of lines) console.log(line);
  const verdict = passed ? 'none of severity high or above is unaccepted' : 'some must be fixed';
  console.log(`${answer.vulnerabilities.length} known vulnerabilities: ${verdict}`);
  process.exitCode = passed ? 0 : 1;
}
