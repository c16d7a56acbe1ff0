import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * The seed of random tests, 1 to 2^31 - 1: `MEMORI_TEST_SEED` if that is set, else derived from the last commit's tree, so
 * that each change draws anew and can be repeated. Without git, from the lock file. Throws RangeError if the setting is no
 * such number.
 */
export function treeSeed(): number {
  const asked = process.env['MEMORI_TEST_SEED'];
  if (asked === undefined || asked === '') return seedOf(tree());
  const seed = Number(asked);
  if (!Number.isInteger(seed) || seed < 1 || seed >= 2 ** 31)
    throw new RangeError(`MEMORI_TEST_SEED is ${asked}, not a whole number from 1 to 2147483647.`);
  return seed;
}

/** A seed derived from a text. */
export const seedOf = (text: string): number =>
  (createHash('sha256').update(text).digest().readUInt32BE(0) % (2 ** 31 - 1)) + 1;

function tree(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return readFileSync(path.join(root, 'package-lock.json'), 'utf8');
  }
}
