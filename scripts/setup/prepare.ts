import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { withLock } from './lock.mjs';
import { fail } from './run.mjs';
import { type Step, stepsFor } from './steps.ts';

function filesUnder(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => !name.includes('.test.'));
  return names.sort().flatMap((name) => filesUnder(join(path, name)));
}

/** A digest of the names and contents of all files that a step depends on. */
export function digestOf(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of filesUnder(join(root, input))) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(createHash('sha256').update(readFileSync(file)).digest());
    }
  }
  return hash.digest('hex');
}

const stampFolder = (root: string) => join(root, 'node_modules', '.memori');
const stampOf = (root: string, step: Step) => join(stampFolder(root), basename(step.output));

function isFresh(root: string, step: Step): boolean {
  const stamp = stampOf(root, step);
  if (!existsSync(join(root, step.output)) || !existsSync(stamp)) return false;
  return readFileSync(stamp, 'utf8') === digestOf(root, step.inputs);
}

async function make(root: string, step: Step): Promise<void> {
  // Computed before the work: if sources change meanwhile, the result counts as stale and is rebuilt.
  const digest = digestOf(root, step.inputs);
  console.log(step.says);
  await step.run(root);
  mkdirSync(stampFolder(root), { recursive: true });
  writeFileSync(stampOf(root, step), digest);
}

/** Rebuilds whatever is outdated, under the lock of this folder; returns immediately if nothing is. */
export async function prepare(root: string, flags: readonly string[]): Promise<void> {
  const steps = stepsFor(flags);
  if (!steps.every((step) => isFresh(root, step))) {
    await withLock(root, async () => {
      for (const step of steps) if (!isFresh(root, step)) await make(root, step);
    });
  }
  if (flags.includes('--browser')) await ensureBrowser(root);
}

if (import.meta.main) {
  const root = join(import.meta.dirname, '..', '..');
  await prepare(root, process.argv.slice(2)).catch(fail);
}
