import { existsSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { startDetached } from '../child-process/program.ts';
import { locateBinaries } from './binaries.ts';
import { databaseName, type Layout, readPassword } from './cluster.ts';
import { chooseIdentity } from './identity.ts';
import { hasOtherLeases } from './usage-lease.ts';
import { withLock } from './lock.ts';
import { findPostmaster } from './postmaster-file.ts';
import { stopServer } from './server.ts';

/** The superuser's address of one of the server's databases. */
export function superuserUrl(layout: Layout, port: number, database: string): string {
  return `postgresql://${databaseName}:${readPassword(layout)}@127.0.0.1:${port}/${database}`;
}

/**
 * Stops the server of `layout` unless a process other than the one whose lease is named `own` uses it. Waits 20 s for
 * the lock. Throws EmbeddedPostgresError.
 */
export async function stopUnlessUsed(layout: Layout, own?: string): Promise<void> {
  const binaries = await locateBinaries();
  await withLock(layout.lock, Date.now() + 20_000, async () => {
    const server = findPostmaster(layout.cluster);
    // The running server may have been started by another process after ours was killed, so the current one is queried.
    if (
      !server ||
      (server.ready && (await hasOtherLeases(superuserUrl(layout, server.port, 'postgres'), own)))
    )
      return;
    await stopServer(layout, binaries, chooseIdentity(layout.cluster, binaries));
  });
}

/**
 * For a process that has to exit immediately: starts a detached process that waits for it to end, then stops the server
 * of `dataDir` unless another process uses it. Does nothing if the folder doesn't exist.
 */
export function spawnDeferredStop(dataDir: string): void {
  if (!existsSync(dataDir)) return;
  const script = path.join(import.meta.dirname, './deferred-stop.ts');
  startDetached(process.execPath, [script, realpathSync(dataDir)], { cwd: '/', watch: true });
}
