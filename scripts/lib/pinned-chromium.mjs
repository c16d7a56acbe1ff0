import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * The package that contains the browser; its version is part of the folder name, so that another version is unpacked
 * anew.
 */
const version = '153.0.0';

/** @param {string} root */
const folderOf = (root) => join(root, 'node_modules', '.cache', `chromium-${version}`);

/** Rendering is independent of the system: the browser's libraries and fallback fonts are included. */
const launcher = `#!/bin/sh
here=$(dirname "$(readlink -f "$0")")
export LD_LIBRARY_PATH="$here/al2023/lib" VK_ICD_FILENAMES="$here/vk_swiftshader_icd.json"
export FONTCONFIG_FILE="$here/fonts.conf" XDG_CACHE_HOME="$here/cache"
exec "$here/chromium" "$@"
`;

/** Contains no absolute path: without its fonts the browser crashes, and a checkout may be moved or copied. */
const fontConfiguration = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fonts</cachedir></fontconfig>
`;

const defaultRoot = resolve(import.meta.dirname, '../..');

/**
 * The path of the browser used for the screenshots, or undefined if it is not unpacked. It includes Chromium's media
 * decoders (H.264 and AAC) and software WebGL.
 * @param {string} [root]
 * @returns {string | undefined}
 */
export function pinnedChromium(root = defaultRoot) {
  const path = join(folderOf(root), 'chrome');
  return existsSync(path) ? path : undefined;
}

/**
 * Unpacks it (3 seconds) and starts it once. Resolves with its path, or with undefined on unsupported systems: anything
 * but Linux with glibc on x64.
 * @param {string} [root]
 * @returns {Promise<string | undefined>}
 */
export async function unpackPinnedChromium(root = defaultRoot) {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined;
  const folder = folderOf(root);
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  await mkdir(next, { recursive: true });
  const script = join(import.meta.dirname, 'unpack-chromium.mjs');
  await run(process.execPath, [script], { cwd: root, env: { ...process.env, TMPDIR: next } });
  await writeFile(join(next, 'chrome'), launcher, { mode: 0o755 });
  await writeFile(join(next, 'fonts.conf'), fontConfiguration);
  const starts = await run(join(next, 'chrome'), ['--version']).then(
    () => true,
    () => false,
  );
  if (!starts) {
    await rm(next, { recursive: true, force: true });
    return undefined;
  }
  await rm(folder, { recursive: true, force: true });
  await rename(next, folder);
  return pinnedChromium(root);
}
