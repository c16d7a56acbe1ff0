// npm run move -- storage [--ahead]   copies every file from DATA_DIR to the S3 bucket in the settings, and compares each
// npm run move -- database URL        copies the database to an empty PostgreSQL, including waiting jobs
// Switching over and deleting the originals is left to the operator. Exit status 1 if it fails.
import path from 'node:path';
import { migrate } from '#server/composition/database.ts';
import { diskStorage, openStore } from '#server/composition/storage.ts';
import { openData } from '#server/composition/deps.ts';
import { type Env, loadEnv } from '#server/config/env.ts';
import { ledgerDifferences } from '#server/features/credits/reconcile.ts';
import {
  MoveError,
  moveConnectionName,
  requireExclusiveAccess,
} from '#server/features/backup/exclusive-access.ts';
import { moveDatabase } from '#server/features/backup/move-database.ts';
import { type MovedFiles, moveFiles } from '#server/features/backup/move-files.ts';
import { connectUnlimited, type DatabaseAddress } from '#server/platform/database/connection.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { openQueue } from '#server/composition/queue.ts';

const usage = 'Usage: npm run move -- storage [--ahead], or npm run move -- database postgresql://…';
const logger = createLogger('silent');

const formatFiles = ({ files, bytes }: MovedFiles) => `${files} files, ${(bytes / 1e6).toFixed(1)} MB`;

/** Reports progress at the first file, then once a second. */
function createTeller(): (done: MovedFiles) => void {
  let told = 0;
  return (done) => {
    if (Date.now() - told < 1_000) return;
    told = Date.now();
    console.log(`… ${formatFiles(done)}`);
  };
}

async function moveStorage(env: Env, ahead: boolean): Promise<void> {
  if (env.STORAGE === 's3')
    throw new MoveError('STORAGE is already s3: set it to disk until all files are moved.');
  if (env.S3_BUCKET === undefined) throw new MoveError('S3_BUCKET is not set: name the bucket to move to.');
  const { address, close } = await openData(env, logger);
  try {
    const target = await openStore(env, () => readInstallation(address));
    if (!ahead) await requireExclusiveAccess(address);
    const done = await moveFiles({
      source: diskStorage(env),
      target,
      last: !ahead,
      journalFile: path.join(env.DATA_DIR, 'move-storage.jsonl'),
      onProgress: createTeller(),
    });
    if (!ahead) await requireExclusiveAccess(address);
    const next = ahead
      ? 'Stop Memori, and run this again without --ahead: it takes what has come since.'
      : 'Now set STORAGE=s3 and start Memori. Once all is well, DATA_DIR/media can go.';
    if (done.skipped.length > 0) console.log(`Left out, as not Memori's: ${done.skipped.join(', ')}`);
    console.log(`${formatFiles(done)} are in ${env.S3_BUCKET}, each compared. ${next}`);
  } finally {
    await close();
  }
}

/** The owner of the files: the installation's id in its database. */
async function readInstallation(address: string | DatabaseAddress): Promise<string> {
  const client = await connectUnlimited(address, moveConnectionName);
  try {
    const { rows } = await client.query<{ id: string }>('SELECT id FROM installation');
    return rows[0]?.id ?? '';
  } finally {
    await client.end();
  }
}

async function prepareQueue(address: string | DatabaseAddress): Promise<void> {
  const queue = await openQueue({ address, logger, worker: false });
  await queue.stop({ graceful: false });
}

async function moveTo(url: string, env: Env): Promise<void> {
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url)) throw new MoveError(usage);
  const { address, close } = await openData(env, logger);
  try {
    const { tables, rows, jobs } = await moveDatabase({
      source: address,
      async prepareSource() {
        await migrate(address, logger);
        await prepareQueue(address);
      },
      target: {
        address: url,
        migrations: path.resolve(import.meta.dirname, '../prisma/migrations'),
        prepareQueue: () => prepareQueue(url),
      },
    });
    await requireGoodLedger(url);
    console.log(
      `${rows} rows of ${tables} tables and ${jobs} waiting jobs are there, all compared, and the ledger adds up. ` +
        'Now set DATABASE_URL to that address and start Memori. Once all is well, the old database can go.',
    );
  } finally {
    await close();
  }
}

async function requireGoodLedger(url: string): Promise<void> {
  const { db, close } = openDatabase(url);
  try {
    for await (const difference of ledgerDifferences(db)) throw new MoveError(difference);
  } finally {
    await close();
  }
}

async function main(): Promise<number> {
  const [what, which, ...more] = process.argv.slice(2);
  if (more.length > 0) throw new MoveError(usage);
  if (what === 'storage' && (which === undefined || which === '--ahead'))
    await moveStorage(loadEnv(), which === '--ahead');
  else if (what === 'database' && which !== undefined) await moveTo(which, loadEnv());
  else throw new MoveError(usage);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`Not moved: ${error instanceof Error ? error.message : String(error)}`);
  return 1;
});
