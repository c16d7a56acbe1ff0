import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pinnedChromium } from './pinned-chromium.mjs';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macBrowsers = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** @param {string | undefined} searchPath */
function systemChromium(searchPath = '') {
  const folders = searchPath.split(delimiter).filter(Boolean);
  const candidates = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  if (process.platform === 'darwin') candidates.push(...macBrowsers);
  return candidates.find((path) => existsSync(path));
}

async function playwrightChromium() {
  const { chromium } = await import('@playwright/test');
  const path = chromium.executablePath();
  return path && existsSync(path) ? path : undefined;
}

/**
 * Finds a Chromium for the browser tests: CHROMIUM_PATH, the pinned one, one on the PATH, then Playwright's own
 * download. Resolves with its path, or undefined if there is none. Throws if the file in CHROMIUM_PATH does not exist.
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string | null} [pinned]
 * @returns {Promise<string | undefined>}
 */
export async function findChromium(env = process.env, pinned = pinnedChromium()) {
  if (env.CHROMIUM_PATH) {
    if (existsSync(env.CHROMIUM_PATH)) return env.CHROMIUM_PATH;
    throw new Error(`CHROMIUM_PATH is ${env.CHROMIUM_PATH}, but there is no such file.`);
  }
  return pinned ?? systemChromium(env.PATH) ?? (await playwrightChromium());
}
