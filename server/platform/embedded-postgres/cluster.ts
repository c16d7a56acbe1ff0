import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { open, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { alternative, EmbeddedPostgresError } from './errors.ts';
import { chownTree, type Identity } from './identity.ts';
import { run } from './run-binary.ts';

/** The paths of the embedded database. */
export interface Layout {
  dataDir: string;
  /** PostgreSQL's data folder. Either absent or complete. */
  cluster: string;
  /** Files with the passwords of the superuser and of the application. */
  password: string;
  appPassword: string;
  log: string;
  lock: string;
}

/** The paths below `dataDir`, which must be absolute. */
export function layoutOf(dataDir: string): Layout {
  const below = (name: string) => path.join(dataDir, name);
  return {
    dataDir,
    cluster: below('postgres'),
    password: below('postgres-password'),
    appPassword: below('postgres-app-password'),
    log: below('postgres.log'),
    lock: below('postgres.lock'),
  };
}

/** The name of both the cluster's superuser and the application's database. */
export const databaseName = 'memori';

/** The application's role: it owns the database and has no other privileges. */
export const appRole = 'memori_app';

/** True once the cluster has been created. */
export function clusterExists(layout: Layout): boolean {
  return existsSync(path.join(layout.cluster, 'PG_VERSION'));
}

/**
 * Creates the cluster with a random password (stored in `layout.password`, mode 0600). It is created in a temporary
 * folder and renamed once complete, so that a crash at any moment leaves either none or a valid one. Must be called
 * while holding the lock.
 */
export async function createCluster(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  options: { fsync: boolean },
): Promise<void> {
  removeLeftovers(layout);
  const staging = mkdtempSync(path.join(layout.dataDir, 'postgres-new-'));
  try {
    requireModes(staging, layout.dataDir);
    const password = randomBytes(24).toString('base64url');
    const passwordFile = path.join(staging, 'password');
    await writeFile(passwordFile, password, { mode: 0o600 });
    chownTree(identity, staging);
    const made = path.join(staging, 'cluster');
    await initdb(binaries, identity, [
      `--pgdata=${made}`,
      `--pwfile=${passwordFile}`,
      ...(options.fsync ? [] : ['--no-sync']),
    ]);
    await writeDurably(layout.password, password);
    renameSync(made, layout.cluster);
    await syncFolder(layout.dataDir);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    throw new EmbeddedPostgresError(
      `The embedded database can't be made in ${layout.cluster}: ${String(error)}`,
    );
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Throws EmbeddedPostgresError if the file system of the data folder does not keep modes, which PostgreSQL insists on. */
function requireModes(probe: string, dataDir: string): void {
  chmodSync(probe, 0o700);
  if (process.platform === 'win32' || (statSync(probe).mode & 0o777) === 0o700) return;
  throw new EmbeddedPostgresError(
    `DATA_DIR (${dataDir}) is on a file system that ignores file permissions, such as SMB, exFAT and some network and bind ` +
      `mounts, and can't hold a database: choose another folder for it, ${alternative}`,
  );
}

/** Removes leftovers of starts that were killed. If their initdb is still writing, the next start removes them. */
function removeLeftovers({ dataDir }: Layout): void {
  for (const name of globSync('postgres-new-*', { cwd: dataDir })) {
    try {
      rmSync(path.join(dataDir, name), { recursive: true, force: true });
    } catch {}
  }
}

async function initdb(binaries: Binaries, identity: Identity, args: string[]): Promise<void> {
  const collation = [
    '--encoding=UTF8',
    '--no-locale',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ];
  const result = await run(identity, binaries.initdb, [
    ...args,
    `--username=${databaseName}`,
    '--auth=scram-sha-256',
    ...collation,
    '--no-instructions',
    // Containers with a limit on huge pages kill processes that merely try to use them.
    '--set=huge_pages=off',
  ]);
  if (result.code !== 0) throw new EmbeddedPostgresError(`initdb failed: ${result.line}`);
}

/** The superuser's password. Throws EmbeddedPostgresError if it is gone. */
export function readPassword(layout: Layout): string {
  try {
    return readFileSync(layout.password, 'utf8').trim();
  } catch (error) {
    throw new EmbeddedPostgresError(`The embedded database's password can't be read: ${String(error)}`);
  }
}

/** Returns the application's password; generates it on the first call. Must be called while holding the lock. */
export async function ensureAppPassword(layout: Layout): Promise<string> {
  if (!existsSync(layout.appPassword))
    await writeDurably(layout.appPassword, randomBytes(24).toString('base64url'));
  return readFileSync(layout.appPassword, 'utf8').trim();
}

/** PostgreSQL requires that only the owner can access its data folder; copies and volumes often have wider modes. */
export function tightenMode(layout: Layout): void {
  if (process.platform !== 'win32') chmodSync(layout.cluster, 0o700);
}

async function writeDurably(file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flush: true });
  chmodSync(file, 0o600);
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync();
  await handle.close();
}
