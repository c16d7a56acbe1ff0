import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { archiveOf, commitOf, migrationsOf } from '#scripts/lib/releases.ts';

export const thisTree = path.resolve(import.meta.dirname, '../..');

/** Another release of Memori in a folder of its own, ready to be started; deleted on disposal. */
export interface FormerRelease extends AsyncDisposable {
  /** The name under which it was requested. */
  name: string;
  tree: string;
  migrations: string[];
}

/**
 * Uses this tree's packages if the lock files are identical, otherwise installs its own from the registry. Throws Error
 * if `name` is not a commit.
 */
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

/** Links each package separately, so that each tree keeps its own files next to them, such as caches. */
async function sharePackages(tree: string): Promise<void> {
  const [from, to] = [thisTree, tree].map((root) => path.join(root, 'node_modules')) as [string, string];
  await mkdir(to);
  const notes = new Set(['.cache', '.memori']);
  for (const name of await readdir(from))
    if (!notes.has(name)) await symlink(path.join(from, name), path.join(to, name));
}
