import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { archiveOf, commitOf, migrationsOf } from '../../scripts/lib/releases.ts';

export const thisTree = path.resolve(import.meta.dirname, '../..');

/** Another release of Memori in a folder of its own, ready to be started; gone once disposed of. */
export interface FormerRelease extends AsyncDisposable {
  /** What it was asked for by. */
  name: string;
  tree: string;
  migrations: string[];
}

/** Its packages are this tree's where the lock files agree, else its own, from the registry. Throws Error where `name` names no commit. */
export async function checkOutFormer(name: string): Promise<FormerRelease> {
  const commit = commitOf(name);
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-former-'));
  const tree = path.join(folder, 'tree');
  await mkdir(tree);
  archiveOf(commit, path.join(folder, 'tree.tar'));
  execFileSync('tar', ['-xf', path.join(folder, 'tree.tar'), '-C', tree]);
  const lockOf = (root: string) => readFile(path.join(root, 'package-lock.json'), 'utf8');
  if ((await lockOf(tree)) === (await lockOf(thisTree))) await sharePackages(tree);
  execFileSync(process.execPath, ['scripts/setup.mjs', '--client'], { cwd: tree, stdio: 'ignore' });
  return {
    name,
    tree,
    migrations: migrationsOf(commit),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }),
  };
}

/** Each package by a link of its own, so that what a tree notes beside them is its own. */
async function sharePackages(tree: string): Promise<void> {
  const [from, to] = [thisTree, tree].map((root) => path.join(root, 'node_modules')) as [string, string];
  await mkdir(to);
  const notes = new Set(['.cache', '.memori']);
  for (const name of await readdir(from))
    if (!notes.has(name)) await symlink(path.join(from, name), path.join(to, name));
}
