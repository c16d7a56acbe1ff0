// npm run backup -- FILE: writes the database and files, consistent with each other, into one file; a server may be
// running. BACKUP_KEY encrypts it. Exit status 1 if the backup fails; FILE is then not created.
import { existsSync } from 'node:fs';
import { openData } from '#server/composition/deps.ts';
import { loadEnv } from '#server/config/env.ts';
import { writeBackup } from '#server/features/backup/write.ts';
import { createLogger } from '#server/platform/logging/logger.ts';

async function main(): Promise<number> {
  const [target, ...more] = process.argv.slice(2);
  if (!target || more.length > 0) throw new Error('Usage: npm run backup -- FILE');
  if (existsSync(target)) throw new Error(`${target} is there already.`);
  const env = loadEnv();
  const { address, storage, close } = await openData(env, createLogger('silent'));
  try {
    const key = env.BACKUP_KEY ?? null;
    const { objects, bytes, skipped } = await writeBackup(target, {
      address,
      storage,
      dataDir: env.DATA_DIR,
      key,
    });
    const how = key === null ? 'not encrypted' : 'encrypted with BACKUP_KEY';
    if (skipped.length > 0) console.log(`Left out, as not Memori's: ${skipped.join(', ')}`);
    console.log(`${target}: the database and ${objects} files, ${(bytes / 1e6).toFixed(1)} MB, ${how}`);
    return 0;
  } finally {
    await close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`Nothing was backed up: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
