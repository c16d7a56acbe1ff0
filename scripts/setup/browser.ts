import { existsSync, readFileSync } from 'node:fs';
import { findChromium } from '../lib/chromium.mjs';
import { pinnedChromium, unpackPinnedChromium } from '../lib/pinned-chromium.mjs';
import { withLock } from './lock.mjs';
import { runQuiet, SetupError } from './run.mjs';

const byHand = 'install Chromium or Chrome, set CHROMIUM_PATH, or run: npx playwright install chromium';

/** Ubuntu looks like Debian, but its package of that name only installs a snap, which the tests can't use. */
function isDebianAsRoot(): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/etc/os-release')) return false;
  return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
}

async function hasChromium(): Promise<boolean> {
  try {
    return (await findChromium()) !== undefined;
  } catch (error) {
    throw new SetupError(error instanceof Error ? error.message : String(error));
  }
}

async function aptGet(root: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const { status, output } = await runQuiet(
    'apt-get',
    ['-q', '-o', 'DPkg::Lock::Timeout=300', ...args],
    root,
    env,
  );
  if (status === 0) return;
  const reason = output.split('\n').find((line) => line.startsWith('E: ')) ?? `exit status ${status}`;
  throw new SetupError(`The browser for the tests could not be installed (${reason}): ${byHand}.`);
}

/**
 * Makes sure that there is a browser for the tests: the pinned one if it runs here, unless CHROMIUM_PATH is set;
 * otherwise an installed one. As root on Debian it then installs the package `chromium`; elsewhere it throws a
 * SetupError with one line that says what to do.
 */
export async function ensureBrowser(root: string): Promise<void> {
  if (!process.env['CHROMIUM_PATH'] && !pinnedChromium(root)) {
    await withLock(root, async () => pinnedChromium(root) ?? (await unpackPinnedChromium(root)));
  }
  if (await hasChromium()) return;
  if (!isDebianAsRoot()) throw new SetupError(`The tests need a browser: ${byHand}.`);
  await withLock(root, async () => {
    if (await hasChromium()) return;
    console.log('Installing Chromium for the browser tests …');
    await aptGet(root, 'update');
    await aptGet(root, 'install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation');
  });
  if (!(await hasChromium())) throw new SetupError(`The tests need a browser: ${byHand}.`);
}
