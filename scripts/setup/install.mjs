import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { finishPackages } from './finish-packages.mjs';
import { withLock } from './lock.mjs';
import { npmCommand } from './npm.mjs';
import { runQuiet, SetupError } from './run.mjs';

/** @typedef {{ version?: string, optional?: boolean, os?: string[], cpu?: string[], libc?: string[] }} LockedPackage */

/** @param {string} path @returns {Record<string, LockedPackage>} */
function lockedPackages(path) {
  try {
    const { packages = {} } = JSON.parse(readFileSync(path, 'utf8'));
    delete packages[''];
    return packages;
  } catch {
    return {};
  }
}

/** Whether npm may have skipped this package because it is for another system. @param {LockedPackage} entry */
function mayBeLeftOut(entry) {
  const forHere =
    !entry.libc && entry.os?.includes(process.platform) && (entry.cpu?.includes(process.arch) ?? true);
  return entry.optional === true && !forHere;
}

/** @param {string} root */
function installedAsLocked(root) {
  const wanted = lockedPackages(join(root, 'package-lock.json'));
  const installed = lockedPackages(join(root, 'node_modules', '.package-lock.json'));
  const names = new Set([...Object.keys(wanted), ...Object.keys(installed)]);
  for (const name of names) {
    const want = wanted[name];
    const have = installed[name];
    if (want && !have && mayBeLeftOut(want)) continue;
    if (want?.version !== have?.version) return false;
  }
  return names.size > 0;
}

/** @param {string} output of a failed npm @returns {string} */
function reasonOf(output) {
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/.test(output)) {
    return 'the npm registry cannot be reached. Check the network, then try again';
  }
  if (/ENOSPC/.test(output)) return 'the disk is full';
  const lines = output.split('\n').filter((line) => /^npm error (?!code|errno|A complete log)/i.test(line));
  return lines[0]?.replace(/^npm error /i, '') ?? 'npm ended without saying why';
}

/** @param {string} root */
async function install(root) {
  console.log('Installing the packages (a minute or so the first time) …');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--include=dev', '--include=optional'];
  const network = ['--prefer-offline', '--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const { command, args } = npmCommand(['ci', ...flags, ...network, '--loglevel=error']);
  const { status, output } = await runQuiet(command, args, root);
  if (status !== 0) throw new SetupError(`Memori could not install its packages: ${reasonOf(output)}.`);
}

/**
 * Makes node_modules match the lock file and performs the work of packages' own install scripts (none of them is run).
 * Returns immediately if that was already done. Throws a SetupError with one line.
 * @param {string} root
 */
export async function ensurePackages(root) {
  const stamp = join(root, 'node_modules', '.memori-installed');
  const lockHash = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const ready = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash;
  if (ready()) return;
  await withLock(root, async () => {
    if (ready()) return;
    if (!installedAsLocked(root)) await install(root);
    finishPackages(root);
    writeFileSync(stamp, lockHash);
  });
}
