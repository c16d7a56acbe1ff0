import { X509Certificate } from 'node:crypto';
import { readFile, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Gauge, type Registry } from 'prom-client';
import type { Deps } from '#server/composition/deps.ts';
import { backupMark } from '#server/features/backup/exclusive-access.ts';

type MachineDeps = Pick<Deps, 'env' | 'pool' | 'streams'>;

/** Gauges of this process and its data folder that need no database. */
export function gaugeMachine(registry: Registry, { env, pool, streams }: MachineDeps): void {
  const registers = [registry];
  const gauge = (name: string, help: string, read: () => Promise<number | null> | number) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.remove();
        const value = await read();
        if (value !== null) this.set(value);
      },
    });
  gauge('memori_push_streams', 'Open push streams of this process', () => streams.count());
  gauge(
    'memori_database_pool_waiting',
    'Requests waiting for a connection from the pool',
    () => pool.waitingCount,
  );
  const disk = () => statfs(env.DATA_DIR).catch(() => null);
  gauge('memori_disk_size_bytes', 'Size of the file system of DATA_DIR', async () => {
    const found = await disk();
    return found && found.blocks * found.bsize;
  });
  gauge('memori_disk_available_bytes', 'Free space in it', async () => {
    const found = await disk();
    return found && found.bavail * found.bsize;
  });
  gauge(
    'memori_backup_last_success_timestamp_seconds',
    'Time of the last successful `npm run backup` of this DATA_DIR; absent if there was none',
    () => modifiedAt(path.join(env.DATA_DIR, backupMark)),
  );
  gauge(
    'memori_certificate_expiry_timestamp_seconds',
    'Expiry of the certificate that signs videos; absent before one exists',
    () => expiryOf(env.C2PA_CERT ?? path.join(env.DATA_DIR, 'credentials', 'certificate.pem')),
  );
}

async function modifiedAt(file: string): Promise<number | null> {
  const found = await stat(file).catch(() => null);
  return found && found.mtimeMs / 1000;
}

async function expiryOf(file: string): Promise<number | null> {
  const chain = await readFile(file, 'utf8').catch(() => null);
  return chain === null ? null : new X509Certificate(chain).validToDate.getTime() / 1000;
}
