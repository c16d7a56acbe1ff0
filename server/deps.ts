import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { PgBoss } from 'pg-boss';
import { openMailer } from './deps/mail.ts';
import { openVideo } from './deps/video.ts';
import type { Env } from './env.ts';
import { createPasswordHasher, type PasswordHasher } from './features/accounts/passwords.ts';
import { createSessions, type Sessions } from './features/accounts/sessions.ts';
import { createPushStreams, type PushStreams } from './http/push-streams.ts';
import { createRateLimiters, type RateLimiters } from './http/rate-limit.ts';
import { clearStaleUploads } from './http/upload.ts';
import { createUploadSlots, type UploadSlots } from './http/upload-slots.ts';
import { type Database, openDatabase } from './platform/db.ts';
import { startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts';
import { type EventHub, openEventHub } from './platform/events.ts';
import { findFfmpeg } from './platform/ffmpeg.ts';
import { createFilmMaker } from './platform/film/film-maker.ts';
import type { FilmMaker } from './platform/film/types.ts';
import { tryLock } from './platform/file-lock.ts';
import type { Logger } from './platform/logger.ts';
import { applyMigrations, MigrationError } from './platform/migrate.ts';
import { openQueue } from './platform/queue.ts';
import { StartError } from './platform/start-error.ts';
import { createStripePayments } from './providers/payments/stripe.ts';
import type { PaymentProvider } from './providers/payments/types.ts';
import { createDiskStorage } from './providers/storage/disk.ts';
import type { Storage } from './providers/storage/types.ts';
import type { Mailer } from './providers/mail/types.ts';
import type { VideoProvider } from './providers/video/types.ts';
import { startStripeSandbox, type StripeSandbox } from './sandbox/stripe-sandbox.ts';

/** All that a door or a feature may need, built once at start; tests build the same shape. */
export interface Deps extends Pick<Database, 'db' | 'pool'> {
  env: Env;
  /** How links to this Memori begin, without a slash at the end. */
  publicUrl: string;
  logger: Logger;
  queue: PgBoss;
  events: EventHub;
  storage: Storage;
  video: VideoProvider;
  mailer: Mailer;
  /** Joins videos into albums. */
  films: FilmMaker;
  /** Null where nothing can be bought: in production without keys. */
  payments: PaymentProvider | null;
  /** Stands in for the payment provider where there are no keys; never in production. */
  sandbox: StripeSandbox | null;
  passwords: PasswordHasher;
  sessions: Sessions;
  limiters: RateLimiters;
  uploads: UploadSlots;
  streams: PushStreams;
  /** Where uploads lie while a request lasts. */
  uploadDir: string;
  /** Where runs have their work folders. */
  workRoot: string;
}

/** Frees what has been opened so far, the last first. */
type Close = () => Promise<void>;

const migrations = path.resolve(import.meta.dirname, '../prisma/migrations');

/**
 * Opens everything that `env` asks for: the database (its own where none is named) with all migrations applied,
 * queue, events, storage, provider. What was opened before something failed is closed again.
 */
export async function buildDeps(
  env: Env,
  logger: Logger,
  fallbackUrl: string,
): Promise<{ deps: Deps; close: Close }> {
  const opened: Close[] = [];
  const close: Close = async () => {
    for (const step of opened.splice(0).reverse()) await step();
  };
  try {
    return { deps: await open(env, logger, fallbackUrl, opened), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(env: Env, logger: Logger, fallbackUrl: string, opened: Close[]): Promise<Deps> {
  const ffmpeg = await findFfmpeg(env.FFMPEG_PATH);
  const { uploadDir, workRoot } = await prepareFolders(env.DATA_DIR);
  const url = env.DATABASE_URL ?? (await openEmbedded(env.DATA_DIR, opened));
  await migrate(url, logger);
  const database = openDatabase(url);
  opened.push(database.close);
  const queue = await openQueue({ url, logger, worker: env.ROLE !== 'web' });
  opened.push(() => queue.stop({ graceful: false }));
  const events = await openEventHub(url, logger);
  opened.push(events.close);
  const publicUrl = env.PUBLIC_URL ?? fallbackUrl;
  const mailer = openMailer(env, logger, publicUrl);
  opened.push(async () => mailer.close());
  const webhookUrl = `${fallbackUrl}/api/stripe/webhook`;
  const { payments, sandbox } = await openPayments(env, logger, { publicUrl, webhookUrl }, opened);
  const { db, pool } = database;
  const video = await openVideo({ env, pool, ffmpeg, logger }, opened);
  const sessions = createSessions(db);
  const streams = createPushStreams(sessions, logger);
  opened.push(async () => streams.close());
  return {
    env,
    db,
    pool,
    publicUrl,
    logger,
    queue,
    events,
    storage: createDiskStorage(path.join(env.DATA_DIR, 'media')),
    video,
    mailer,
    films: createFilmMaker({ ffmpeg }),
    payments,
    sandbox,
    passwords: createPasswordHasher({ concurrency: 2 }),
    sessions,
    limiters: createRateLimiters(pool, env, logger),
    uploads: createUploadSlots(logger),
    streams,
    uploadDir,
    workRoot,
  };
}

/**
 * Stripe where there are keys, else the sandbox, in one process on a data folder; null in production, and in a worker,
 * which nobody buys from.
 */
async function openPayments(
  env: Env,
  logger: Logger,
  sandboxOptions: { publicUrl: string; webhookUrl: string; readOnly?: boolean },
  opened: Close[],
): Promise<Pick<Deps, 'payments' | 'sandbox'>> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, production } = env;
  if (secretKey && webhookSecret) {
    const apiBase = env.STRIPE_API_BASE;
    return { payments: createStripePayments({ secretKey, webhookSecret, apiBase }), sandbox: null };
  }
  if (production || env.ROLE === 'worker') return { payments: null, sandbox: null };
  if (!sandboxOptions.readOnly) {
    // What was bought lies in one process's memory and its journal: a second one would know nothing of it.
    const lock = tryLock(path.join(env.DATA_DIR, 'stripe-sandbox.lock'));
    if (!lock) {
      logger.warn('another Memori on this DATA_DIR runs the payment sandbox: this one sells nothing');
      return { payments: null, sandbox: null };
    }
    opened.push(async () => lock.release());
  }
  const stateFile = path.join(env.DATA_DIR, 'stripe-sandbox.json');
  const sandbox = await startStripeSandbox({ ...sandboxOptions, stateFile, logger, production });
  opened.push(sandbox.close);
  return { payments: createStripePayments(sandbox), sandbox };
}

/** What `npm run reconcile` compares, opened without disturbing a Memori that is at work on the same data. */
export async function openForReconciling(
  env: Env,
  logger: Logger,
): Promise<Pick<Deps, 'db' | 'payments' | 'logger'> & { close: Close }> {
  const opened: Close[] = [];
  const close: Close = async () => {
    for (const step of opened.splice(0).reverse()) await step();
  };
  try {
    const url = env.DATABASE_URL ?? (await openEmbedded(env.DATA_DIR, opened));
    const { db, close: closeDatabase } = openDatabase(url);
    opened.push(closeDatabase);
    const nowhere = { publicUrl: 'http://localhost', webhookUrl: 'http://localhost', readOnly: true };
    const { payments } = await openPayments({ ...env, ROLE: 'all' }, logger, nowhere, opened);
    return { db, payments, logger, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function migrate(url: string, logger: Logger): Promise<void> {
  try {
    for (const name of await applyMigrations(url, migrations))
      logger.info({ migration: name }, 'migration applied');
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`The database that DATABASE_URL names can't be used: ${message || code}.`, {
      cause: error,
    });
  }
}

async function openEmbedded(dataDir: string, opened: Close[]): Promise<string> {
  const server = await startEmbeddedPostgres(dataDir);
  opened.push(server.stop);
  return server.url;
}

async function prepareFolders(dataDir: string): Promise<{ uploadDir: string; workRoot: string }> {
  const uploadDir = path.join(dataDir, 'tmp', 'uploads');
  const workRoot = path.join(dataDir, 'tmp', 'work');
  for (const folder of [uploadDir, workRoot]) await mkdir(folder, { recursive: true, mode: 0o700 });
  await clearStaleUploads(uploadDir);
  return { uploadDir, workRoot };
}
