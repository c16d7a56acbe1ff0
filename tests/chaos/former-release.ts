import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { archiveOf, commitOf, migrationsOf } from '#scripts/lib/releases.ts';
import { withLock } from '#scripts/setup/lock.mjs';

export const thisTree = path.resolve(import.meta.dirname, '../..');

/** Another release of Memori in a folder of its own, ready to be started. */
export interface FormerRelease {
  /** The name under which it was requested. */
  name: string;
  tree: string;
  migrations: string[];
}

const lockOf = (root: string) => path.join(root, 'package-lock.json');

/**
 * Where a commit is prepared for this tree, whose packages and client it may share: kept, as it never changes. Not below
 * node_modules, where Node runs no TypeScript, and not in a temporary folder, which may be memory.
 */
function folderOf(commit: string): string {
  const digest = createHash('sha256')
    .update(thisTree)
    .update(readFileSync(lockOf(thisTree)))
    .update(String(servesSamePages(commit)))
    .digest('hex');
  const cache = process.env['XDG_CACHE_HOME'] ?? path.join(homedir(), '.cache');
  return path.join(cache, 'memori', 'former-releases', `${commit}-${digest.slice(0, 16)}`);
}

/** Written once it is complete. */
const stampOf = (folder: string) => path.join(folder, 'prepared');

/** A release that is ready, or is made ready by a process of its own. Throws Error, with the output of that, if it can't be. */
export async function openFormerRelease(name: string): Promise<FormerRelease> {
  const commit = commitOf(name);
  const folder = folderOf(commit);
  if (!existsSync(stampOf(folder)))
    await run(thisTree, path.join(import.meta.dirname, 'prepare-former-release.ts'), name);
  return { name, tree: path.join(folder, 'tree'), migrations: migrationsOf(commit) };
}

/**
 * Makes a release ready, unless it is: any number of processes may do so at once. It uses this tree's packages if the
 * lock files are identical, otherwise installs its own from the registry. Throws Error if `name` is not a commit.
 */
export async function prepareFormerRelease(name: string): Promise<void> {
  const commit = commitOf(name);
  const folder = folderOf(commit);
  await mkdir(folder, { recursive: true });
  await withLock(folder, async () => {
    if (existsSync(stampOf(folder))) return;
    const tree = path.join(folder, 'tree');
    const archive = path.join(folder, 'tree.tar');
    await rm(tree, { recursive: true, force: true });
    await mkdir(tree);
    archiveOf(commit, archive);
    execFileSync('tar', ['-xf', archive, '-C', tree]);
    await rm(archive);
    if ((await readFile(lockOf(tree), 'utf8')) === (await readFile(lockOf(thisTree), 'utf8')))
      await sharePackages(tree);
    if (servesSamePages(commit)) await shareClient(tree);
    await run(tree, 'scripts/setup.mjs', ...(servesSamePages(commit) ? [] : ['--client']));
    await writeFile(stampOf(folder), '');
  });
}

/** Throws Error with everything that it has printed. */
async function run(cwd: string, ...args: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, args, { cwd, maxBuffer: Number.POSITIVE_INFINITY });
  } catch (cause) {
    const { stdout, stderr } = cause as { stdout: string; stderr: string };
    throw new Error(`${args.join(' ')} in ${cwd} failed:\n${stdout}${stderr}`, { cause });
  }
}

/** Links each package separately, so that each tree keeps its own files next to them, such as caches. */
async function sharePackages(tree: string): Promise<void> {
  const [from, to] = [thisTree, tree].map((root) => path.join(root, 'node_modules')) as [string, string];
  await mkdir(to);
  const notes = new Set(['.cache', '.memori']);
  for (const name of await readdir(from))
    if (!notes.has(name)) await symlink(path.join(from, name), path.join(to, name));
}

/** Whether a release's server reads the same documents of the client as this tree's. */
const servesSamePages = (commit: string): boolean =>
  spawnSync('git', ['diff', '--quiet', commit, '--', 'server/transport/http/pages'], { cwd: thisTree })
    .status === 0;

/** A server does not start without the documents of a client; whose they are is the same to users of its API. */
async function shareClient(tree: string): Promise<void> {
  await mkdir(path.join(tree, 'dist'));
  await symlink(path.join(thisTree, 'dist/client'), path.join(tree, 'dist/client'));
}
