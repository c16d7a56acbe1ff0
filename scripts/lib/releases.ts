import { execFileSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');

/** The output of git, without the last line break. Throws Error with git's message. */
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

const lines = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/** The tag of the newest release before this commit: `vX.Y.Z`; null if there is none yet, or no history. */
export function newestRelease(): string | null {
  try {
    const tags = git(
      'tag',
      '--list',
      'v[0-9]*',
      '--merged',
      'HEAD',
      '--no-contains',
      'HEAD',
      '--sort=-v:refname',
    );
    return lines(tags).find((tag) => /^v\d+\.\d+\.\d+$/.test(tag)) ?? null;
  } catch {
    return null;
  }
}

/** The names of a commit's migrations, in order. Throws Error if it is not a commit. */
export function migrationsOf(commit: string): string[] {
  const names = lines(git('ls-tree', '-d', '--name-only', `${commit}:prisma/migrations`));
  return names.toSorted((a, b) => a.localeCompare(b, 'en'));
}

/** The commit before the one that added the newest migration of this one. Throws Error if there is no history. */
function commitBeforeNewestMigration(): string {
  const newest = migrationsOf('HEAD').at(-1);
  const brought = git('log', '-1', '--diff-filter=A', '--format=%H', '--', `prisma/migrations/${newest}`);
  return git('rev-parse', '--verify', `${brought}^`);
}

/**
 * The newest release; before the first release, the last commit with fewer migrations; null in a clone without history.
 */
export function releaseBefore(): string | null {
  try {
    return newestRelease() ?? commitBeforeNewestMigration();
  } catch {
    return null;
  }
}

/** The commit that a tag, branch or abbreviation refers to. Throws Error if there is none. */
export const commitOf = (name: string): string => git('rev-parse', '--verify', `${name}^{commit}`);

/** Writes the files of a commit as a tar archive. */
export const archiveOf = (commit: string, file: string): void =>
  void git('archive', '--format=tar', `--output=${file}`, commit);

/**
 * The files that a change touches, relative to the repository, committed or not: since the newest release, else since the
 * merge base with the remote's main branch, else since the last commit. Empty without git.
 */
export function changedFiles(): Set<string> {
  try {
    const base = newestRelease() ?? mergeBase() ?? 'HEAD';
    const untracked = lines(git('ls-files', '--others', '--exclude-standard'));
    return new Set([...lines(git('diff', '--name-only', base)), ...untracked]);
  } catch {
    return new Set();
  }
}

function mergeBase(): string | null {
  try {
    return git('merge-base', 'HEAD', 'origin/HEAD');
  } catch {
    return null;
  }
}
