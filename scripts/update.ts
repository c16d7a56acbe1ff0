// npm run update [-- [--list] [--major] [NAME…]]: lists newer versions of all packages, including Node, PostgreSQL and
// ffmpeg; installs the compatible ones (with --major all; with names only these), rewrites the lock file, and runs npm
// run check and npm test. --list only lists. Exit status 1 if something failed: the files then stay as they are.
import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { FfmpegError, findFfmpeg } from '../server/engine/ffmpeg/ffmpeg.ts';
import { runNode } from './lib/run.ts';
import { runNpm } from './lib/run-npm.ts';
import { npmCommand } from './setup/npm.mjs';
import { fail, runVisible, SetupError } from './setup/run.mjs';
import { lockChanges } from './update/lock-changes.ts';
import { findNewer, holdFamilies, pinned, withVersions } from './update/newer.ts';
import { describeUpdate } from './update/report.ts';

const root = path.resolve(import.meta.dirname, '..');
const files = ['package.json', 'package-lock.json'] as const;
const back = `To go back: git restore ${files.join(' ')}`;

/** Changes can be reverted only if the files were committed. */
function requireNoChanges(): void {
  const git = spawnSync('git', ['status', '--porcelain', '--', ...files], { cwd: root, encoding: 'utf8' });
  if (git.status !== 0)
    throw new SetupError('npm run update needs a Git checkout, so that it can be undone.');
  if (git.stdout !== '')
    throw new SetupError(
      `${files.join(' or ')} has changes: commit them first, so that there is a way back.`,
    );
}

/** Writes package.json with these versions and its lock file into a folder. Throws SetupError with npm's reason. */
async function lockAnew(folder: string, packageJson: string, names: string[]): Promise<void> {
  await writeFile(path.join(folder, 'package.json'), packageJson);
  for (const file of ['package-lock.json', '.npmrc'])
    await copyFile(path.join(root, file), path.join(folder, file));
  // `update` also updates transitive dependencies, `install` only as far as required.
  const command = names.length > 0 ? 'install' : 'update';
  const { status, log } = await runNpm(
    [command, '--package-lock-only', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    folder,
  );
  if (status !== 0) throw new SetupError(`npm found no compatible versions:\n${log.trim()}`);
  const completed = await runNode([path.join(root, 'scripts/complete-lock.ts')], folder);
  if (completed.status !== 0) throw new SetupError(completed.output.trim());
}

async function systemFfmpeg(): Promise<string | null> {
  try {
    const { origin, version } = await findFfmpeg(process.env['FFMPEG_PATH']);
    return origin === 'package' ? null : version;
  } catch (error) {
    if (error instanceof FfmpegError) return null;
    throw error;
  }
}

/** Runs a script of package.json with its output shown. */
async function passes(script: string[]): Promise<boolean> {
  console.log(`\n── npm ${script.join(' ')}`);
  const { command, args } = npmCommand(script);
  return (await runVisible(command, args, root)) === 0;
}

async function update(folder: string): Promise<void> {
  const { values, positionals: names } = parseArgs({
    options: { list: { type: 'boolean', default: false }, major: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (!values.list) requireNoChanges();
  const packageJson = await readFile(path.join(root, 'package.json'), 'utf8');
  const now = pinned(packageJson);
  const newest = await findNewer(packageJson, true, names);
  const newer = values.major ? newest : await findNewer(packageJson, false, names);
  // Users who name packages know which belong together.
  const plan = names.length > 0 ? { take: newer, held: [] } : holdFamilies(now, newer);
  const later = Object.entries(newest).filter(([name, to]) => !values.major && newer[name] !== to);
  await lockAnew(folder, withVersions(packageJson, plan.take), names);
  const [before, after] = await Promise.all(
    [root, folder].map((where) => readFile(path.join(where, 'package-lock.json'), 'utf8')),
  );
  const changes = lockChanges(before ?? '', after ?? '');
  const ffmpeg = await systemFfmpeg();
  const report = { now, plan, later: Object.fromEntries(later), changes, systemFfmpeg: ffmpeg };
  for (const line of describeUpdate(report)) console.log(line);
  if (changes.length === 0) return console.log('Nothing to update.');
  if (values.list) return;
  for (const file of files) await copyFile(path.join(folder, file), path.join(root, file));
  for (const script of [['run', 'check'], ['test']])
    if (!(await passes(script)))
      throw new SetupError(
        `\nnpm ${script.join(' ')} failed with the new versions, which are left here to be looked at. ${back}`,
      );
  console.log(`\nEverything passed with the new versions. Review them with git diff, then commit. ${back}`);
}

const folder = await mkdtemp(path.join(tmpdir(), 'memori-update-'));
try {
  await update(folder);
} catch (error) {
  await rm(folder, { recursive: true });
  fail(error);
}
await rm(folder, { recursive: true });
