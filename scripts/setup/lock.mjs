import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { onInterrupt } from './run.mjs';

// A lock file is empty between its creation and its first write.
const emptyGraceMs = 5_000;

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** When a process started, in clock ticks since boot, if available: guards against reused pids. @param {number} pid */
function startOf(pid) {
  const stat = read(`/proc/${pid}/stat`);
  return stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

/** @param {string} owner the content of a lock: `pid start token` */
function alive(owner) {
  const [pid = '', start = ''] = owner.split(' ');
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EPERM') return false;
  }
  return start === '-' || start === startOf(Number(pid));
}

/**
 * Creates the file only if it does not exist: one of several processes succeeds. @param {string} path @param {string}
 * content
 */
function createExclusively(path, content) {
  try {
    writeFileSync(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} path */
function ageMs(path) {
  return Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
}

/**
 * Removes a dead owner's lock. If several processes see the same dead owner, only one removes it. @param {string} path
 * @param {string} owner
 */
function clearStale(path, owner) {
  const token = owner.split(' ')[2] ?? 'empty';
  const claim = `${path}.${token}`;
  if (!createExclusively(claim, '')) {
    if (ageMs(claim) > emptyGraceMs) rmSync(claim, { force: true });
    return;
  }
  if (read(path) === owner) rmSync(path, { force: true });
  rmSync(claim, { force: true });
}

/**
 * Runs `work` while no other process of this clone holds the same lock. Waits for a live owner, printing a message
 * once; takes over from a dead one. Releases the lock when the work succeeds or fails, or on a signal.
 * @template T
 * @param {string} root @param {() => Promise<T>} work @returns {Promise<T>}
 */
export async function withLock(root, work) {
  const path = join(root, '.setup.lock');
  const me = `${process.pid} ${startOf(process.pid) || '-'} ${randomUUID()}`;
  const release = () => read(path) === me && rmSync(path, { force: true });
  let told = false;
  while (!createExclusively(path, me)) {
    const owner = read(path);
    if (owner === undefined) continue;
    if (owner === '' ? ageMs(path) > emptyGraceMs : !alive(owner)) {
      clearStale(path, owner);
      continue;
    }
    if (!told) console.log(`Waiting for another setup of this folder (process ${owner.split(' ')[0]}) …`);
    told = true;
    await wait(200);
  }
  onInterrupt(release);
  try {
    return await work();
  } finally {
    release();
  }
}
