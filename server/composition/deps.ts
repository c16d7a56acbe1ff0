import { access, constants, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { migrate, openEmbedded, warnOfSuperuser } from './database.ts';
import { openCredentials } from './credentials.ts';
import { createPushStreams, type PushStreams } from '../services/push-streams.ts';
import { startTracing } from './tracing.ts';
import { createRateLimiters, type RateLimiters } from '../services/rate-limit.ts';
import { openStorage } from './storage.ts';
import { createUploadSlots, type UploadSlots } from '../services/upload-slots.ts';
import { openVideo } from './video.ts';
import { type Env, SettingError } from '../config/env.ts';
import { createPasswordHasher, type PasswordHasher } from '../features/accounts/passwords/passwords.ts';
import { createSessions, type Sessions } from '../features/accounts/sessions.ts';
import { createFileCheck, type FileCheck } from '../features/media/file-check.ts';
import { findValidTokens } from '../features/tokens/tokens.ts';
import type { DatabaseAddress, DatabaseLink } from '../platform/database/connection.ts';
import { type Database, openDatabase } from '../platform/database/db.ts';
import { spawnDeferredStop } from '../platform/embedded-postgres/release.ts';
import { type EventHub, openEventHub } from '../platform/database/events.ts';
import type { CredentialWriter } from '../engine/credentials/credentials.ts';
import { type Ffmpeg, findFfmpeg } from '../engine/ffmpeg/ffmpeg.ts';
import { createFilmMaker } from '../engine/join/film-maker.ts';
import type { FilmMaker } from '../engine/join/types.ts';
import { restrictToOwner } from '../platform/files/file-modes.ts';
import { tryLock } from '../platform/files/file-lock.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { openQueue } from './queue.ts';
import type { JobQueue } from '../platform/jobs/queue.ts';
import { sharedResources } from '../platform/concurrency/shared-resources.ts';
import { boundsOf, createSharedWork, type SharedWork } from '../platform/concurrency/shared-work.ts';
import type { Shutdown } from '../platform/shutdown.ts';
import { clearStaleUploads } from '../platform/files/stale-uploads.ts';
import { createStripePayments } from '../providers/payments/stripe.ts';
import type { PaymentProvider } from '../providers/payments/types.ts';
import type { Storage } from '../providers/storage/types.ts';
import type { Mailer } from '../providers/mail/types.ts';
import type { VideoProvider } from '../providers/video/types.ts';
import { startStripeSandbox, type StripeSandbox } from '../emulators/stripe/sandbox.ts';
import { createOutbox, createSmtpMailer } from '../providers/mail/mailer.ts';

/** The dependencies of all entry points and features, built once at startup; tests build the same shape. */
export interface Deps extends Pick<Database, 'db' | 'pool'> {
  env: Env;
  /** The base URL of links to this Memori, without a trailing slash. */
  publicUrl: string;
  logger: Logger;
  queue: JobQueue;
  events: EventHub;
  storage: Storage;
  video: VideoProvider;
  mailer: Mailer;
  /** Embeds provenance into files. */
  credentials: CredentialWriter;
  /** Reads the signature of a stored file. */
  checkFile: FileCheck;
  /** Draws share cards, by the poster's storage key. */
  cards: SharedWork<Buffer>;
  ffmpeg: Ffmpeg;
  /** Joins videos into albums. */
  films: FilmMaker;
  /** Null if nothing can be bought: without keys in production, or at an address that others can reach. */
  payments: PaymentProvider | null;
  /** Replaces the payment provider if there are no keys; never in production. */
  sandbox: StripeSandbox | null;
  passwords: PasswordHasher;
  sessions: Sessions;
  limiters: RateLimiters;
  uploads: UploadSlots;
  streams: PushStreams;
  /** Holds uploads for the duration of their requests. */
  uploadDir: string;
  /** The parent of the runs' work folders. */
  workRoot: string;
}

/** Closes everything that was opened, in reverse order. */
type Close = () => Promise<void>;

/**
 * Opens everything that `env` configures: the database (the embedded one if none is named) with all migrations applied,
 * queue, events, storage, provider. If a step fails or shutdown begins, closes what was already opened.
 */
export async function buildDeps(
  env: Env,
  logger: Logger,
  fallbackUrl: string,
  shutdown?: Pick<Shutdown, 'stopping' | 'addLastResort'>,
): Promise<{ deps: Deps; close: Close }> {
  await using opened = new AsyncDisposableStack();
  const deps = await open(env, logger, fallbackUrl, opened, shutdown);
  return { deps, close: closeOf(opened.move()) };
}

const closeOf = (opened: AsyncDisposableStack) => () => opened.disposeAsync();

async function open(
  env: Env,
  logger: Logger,
  fallbackUrl: string,
  opened: AsyncDisposableStack,
  shutdown?: Pick<Shutdown, 'stopping' | 'addLastResort'>,
): Promise<Deps> {
  opened.defer(await startTracing(env, logger));
  const ffmpeg = await findFfmpeg(env.FFMPEG_PATH);
  if (env.production && ffmpeg.origin === 'package') {
    logger.warn('the packaged ffmpeg gets no security fixes: install ffmpeg or set FFMPEG_PATH');
  }
  const credentials = await openCredentials(env, logger);
  const { uploadDir, workRoot } = await prepareDataDir(env.DATA_DIR);
  // Registered before the database is started: shutdown may interrupt its start.
  if (!env.DATABASE_URL) shutdown?.addLastResort(() => spawnDeferredStop(env.DATA_DIR));
  const address = env.DATABASE_URL ?? (await openEmbedded(env.DATA_DIR, logger, opened));
  shutdown?.stopping.throwIfAborted();
  await migrate(address, logger);
  shutdown?.stopping.throwIfAborted();
  const link: DatabaseLink = { isDown: false };
  const database = openDatabase(address, { link });
  opened.defer(database.close);
  await warnOfSuperuser(database.pool, logger);
  const queue = await openQueue({ address, logger, worker: env.ROLE !== 'web' });
  opened.defer(() => queue.stop({ graceful: false }));
  const events = await openEventHub(address, logger, link);
  opened.defer(events.close);
  const publicUrl = env.PUBLIC_URL ?? fallbackUrl;
  const mailer = openMailer(env, logger, publicUrl);
  opened.defer(async () => mailer.close());
  const webhookUrl = `${fallbackUrl}/api/stripe/webhook`;
  const { payments, sandbox } = await openPayments(env, logger, { publicUrl, webhookUrl }, opened);
  const { db, pool } = database;
  const storage = await openStorage(env, async () => (await db.installation.findFirstOrThrow()).id);
  const video = await openVideo({ env, pool, ffmpeg, logger }, opened);
  const sessions = createSessions(database);
  // Session ids and token ids differ in length, so they can't collide.
  const findLasting = async (ids: string[]) =>
    new Set([...(await sessions.findValid(ids)), ...(await findValidTokens(db, ids))]);
  const streams = createPushStreams(findLasting, logger);
  opened.defer(async () => streams.close());
  events.onCredentialEnded(streams.endOf);
  return {
    env,
    db,
    pool,
    publicUrl,
    logger,
    queue,
    events,
    storage,
    video,
    mailer,
    credentials,
    checkFile: createFileCheck({ storage, credentials, workRoot }),
    cards: createSharedWork(boundsOf(sharedResources.shareCards)),
    ffmpeg,
    films: createFilmMaker({ ffmpeg }),
    payments,
    sandbox,
    passwords: createPasswordHasher(),
    sessions,
    limiters: createRateLimiters(pool, env, logger),
    uploads: createUploadSlots(logger),
    streams,
    uploadDir,
    workRoot,
  };
}

/**
 * Stripe if there are keys, else the sandbox, in only one process per data folder; null if emulators are not allowed,
 * and in a worker, which takes no payments.
 */
async function openPayments(
  env: Env,
  logger: Logger,
  sandboxOptions: { publicUrl: string; webhookUrl: string; readOnly?: boolean },
  opened: AsyncDisposableStack,
): Promise<Pick<Deps, 'payments' | 'sandbox'>> {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, production } = env;
  if (secretKey && webhookSecret) {
    const apiBase = env.STRIPE_API_BASE;
    return { payments: createStripePayments({ secretKey, webhookSecret, apiBase }), sandbox: null };
  }
  if (!env.emulatorsAllowed || env.ROLE === 'worker') return { payments: null, sandbox: null };
  if (!sandboxOptions.readOnly) {
    // Purchases are in one process's memory and its journal: a second process would not see them.
    const lock = tryLock(path.join(env.DATA_DIR, 'stripe-sandbox.lock'));
    if (!lock) {
      logger.warn('another Memori on this DATA_DIR runs the payment sandbox: payments are off here');
      return { payments: null, sandbox: null };
    }
    opened.defer(async () => lock.release());
  }
  const stateFile = path.join(env.DATA_DIR, 'stripe-sandbox.json');
  const sandbox = await startStripeSandbox({ ...sandboxOptions, stateFile, logger, production });
  opened.defer(sandbox.close);
  return { payments: createStripePayments(sandbox), sandbox };
}

/** Opens what `npm run reconcile` compares, without disturbing a running Memori on the same data. */
export async function openForReconciling(
  env: Env,
  logger: Logger,
): Promise<Pick<Deps, 'db' | 'payments' | 'logger'> & { close: Close }> {
  await using opened = new AsyncDisposableStack();
  const address = env.DATABASE_URL ?? (await openEmbedded(env.DATA_DIR, logger, opened));
  const { db, close } = openDatabase(address);
  opened.defer(close);
  const nowhere = { publicUrl: 'http://localhost', webhookUrl: 'http://localhost', readOnly: true };
  const { payments } = await openPayments({ ...env, ROLE: 'all' }, logger, nowhere, opened);
  return { db, payments, logger, close: closeOf(opened.move()) };
}

/** Opens the data itself, possibly next to a running Memori: applies no migrations. */
export async function openData(
  env: Env,
  logger: Logger,
): Promise<Pick<Deps, 'storage'> & { address: string | DatabaseAddress; close: Close }> {
  await using opened = new AsyncDisposableStack();
  const address = env.DATABASE_URL ?? (await openEmbedded(env.DATA_DIR, logger, opened));
  const storage = await openStorage(env);
  return { address, storage, close: closeOf(opened.move()) };
}

/** Opens what `npm run admin` works on, possibly next to a running Memori on the same data. */
export async function openForAdmin(
  env: Env,
  logger: Logger,
): Promise<Pick<Deps, 'db' | 'queue' | 'env' | 'storage'> & { close: Close }> {
  await using opened = new AsyncDisposableStack();
  const { address, storage, close: closeData } = await openData(env, logger);
  opened.defer(closeData);
  await migrate(address, logger);
  const { db, close } = openDatabase(address);
  opened.defer(close);
  const queue = await openQueue({ address, logger, worker: false });
  opened.defer(() => queue.stop({ graceful: false }));
  return { db, queue, env, storage, close: closeOf(opened.move()) };
}

/** Throws SettingError if the folder can't be used. */
async function prepareDataDir(dataDir: string): Promise<{ uploadDir: string; workRoot: string }> {
  const uploadDir = path.join(dataDir, 'tmp', 'uploads');
  const workRoot = path.join(dataDir, 'tmp', 'work');
  try {
    await restrictToOwner(dataDir);
    for (const folder of [uploadDir, workRoot]) await mkdir(folder, { recursive: true, mode: 0o700 });
    // A read-only file system does not refuse to create what exists.
    for (const folder of [dataDir, uploadDir, workRoot]) await access(folder, constants.W_OK);
    await clearStaleUploads(uploadDir);
  } catch (cause) {
    const expected = 'a folder that Memori can create and write to';
    const message = `DATA_DIR holds ${JSON.stringify(dataDir)}; it should hold ${expected} (${messageOf(cause)}).`;
    throw new SettingError(message, { cause });
  }
  return { uploadDir, workRoot };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The configured SMTP server, or else the outbox folder in DATA_DIR. */
export function openMailer(env: Env, logger: Logger, publicUrl: string): Mailer {
  const from = env.MAIL_FROM ?? `Memori <memori@${new URL(publicUrl).hostname}>`;
  return env.SMTP_URL
    ? createSmtpMailer({ url: env.SMTP_URL, from })
    : createOutbox({ folder: path.join(env.DATA_DIR, 'outbox'), from, logger });
}
