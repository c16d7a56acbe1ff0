// npm run restore -- FILE: restores a backup into an empty Memori (a fresh DATA_DIR or DATABASE_URL; no server runs on
// it). Exit status 1 if it fails; no account exists there then.
import path from 'node:path';
import { openData } from '#server/composition/deps.ts';
import { loadEnv } from '#server/config/env.ts';
import { requireEmpty, restoreBackup } from '#server/features/backup/restore.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { openQueue } from '#server/composition/queue.ts';

async function main(): Promise<number> {
  const [source, ...more] = process.argv.slice(2);
  if (!source || more.length > 0) throw new Error('Usage: npm run restore -- FILE');
  const env = loadEnv();
  const logger = createLogger('silent');
  const { address, storage, close } = await openData(env, logger);
  try {
    await requireEmpty(address);
    const end = await restoreBackup(source, {
      address,
      storage,
      dataDir: env.DATA_DIR,
      key: env.BACKUP_KEY ?? null,
      migrations: path.resolve(import.meta.dirname, '../prisma/migrations'),
      async prepareQueue() {
        const queue = await openQueue({ address, logger, worker: false });
        await queue.stop({ graceful: false });
      },
    });
    console.log(`Restored as of ${end.createdAt}: the database and ${end.objects} files.`);
    return 0;
  } finally {
    await close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`Nothing was restored: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
