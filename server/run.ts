import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RequestHandler } from 'express';
import { createApp } from './transport/app.ts';
import { buildDeps, type Deps } from './composition/deps.ts';
import { type Env, loadEnv, SettingError } from './config/env.ts';
import { chatUrl } from './features/chat/chat-url.ts';
import { checkTimeout } from './transport/http/health.ts';
import { createHttpServer } from './transport/http/http-server.ts';
import { watchAcceptQueue } from './transport/http/middleware/load-shedding.ts';
import { serviceUnavailable } from './transport/http/responses/service-unavailable.ts';
import { builtPages, livePages } from './transport/http/pages/pages.ts';
import { readLandingTexts } from './transport/http/pages/landing-texts.ts';
import { legalPages, unfinishedPages } from './transport/http/pages/legal-pages.ts';
import {
  builtSharedDocuments,
  liveSharedDocuments,
  sharedPages,
} from './transport/http/pages/shared-pages.ts';
import {
  builtSecretDocuments,
  liveSecretDocuments,
  secretPages,
} from './transport/http/pages/secret-pages.ts';
import { startVite } from './transport/http/pages/vite.ts';
import { startJobs } from './transport/jobs/start-jobs.ts';
import { EmbeddedPostgresError } from './platform/embedded-postgres/errors.ts';
import { FfmpegError } from './engine/ffmpeg/ffmpeg.ts';
import { stopWorkers } from './platform/jobs/worker.ts';
import { createLogger, type Logger } from './platform/logging/logger.ts';
import { MigrationError } from './platform/database/migrate.ts';
import { lowerPriority } from './platform/child-process/priority.ts';
import { createShutdown, type Shutdown } from './platform/shutdown.ts';
import { StartError } from './platform/errors.ts';
import { milliseconds } from '#shared/durations.ts';

/**
 * Errors that an operator can act on: their message is one clear line. All others are bugs, reported with their stack.
 */
const operatorErrors = [SettingError, StartError, EmbeddedPostgresError, MigrationError, FfmpegError];

/** How long startup may be delayed by a busy machine, in milliseconds. */
const startTimeout = milliseconds.minute;

const sandboxNotice = `
  ******************************************************************************
  *  A SANDBOX SELLS: no money moves, and credits are given away to anybody    *
  *  who comes in. To sell, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET.   *
  ******************************************************************************

`;

export interface RunOptions {
  /** Replaces dependencies before anything uses them, for tests. */
  adapt?: (deps: Deps) => Deps;
}

/**
 * Runs Memori in this process, with the settings of its environment, until a signal stops it. Resolves once it is ready,
 * or has reported on standard error why it can't start.
 */
export async function runMemori({ adapt = (deps) => deps }: RunOptions = {}): Promise<void> {
  // Files created from here on, also by child processes, are accessible only to their owner.
  process.umask(0o077);
  await start(adapt).catch((error: unknown) => {
    process.stderr.write(`Memori can't start: ${explain(error)}\n`);
    process.exitCode = 1;
  });
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return operatorErrors.some((kind) => error instanceof kind)
    ? error.message
    : (error.stack ?? error.message);
}

async function start(adapt: (deps: Deps) => Deps): Promise<void> {
  const env = loadEnv();
  const logger = createLogger(env.LOG_LEVEL);
  const shutdown = createShutdown(logger);
  try {
    await shutdown.after(serve(env, logger, shutdown, adapt));
  } catch (error) {
    await shutdown.run();
    if (!shutdown.stopping.aborted) throw error;
  }
}

async function serve(
  env: Env,
  logger: Logger,
  shutdown: Shutdown,
  adapt: (deps: Deps) => Deps,
): Promise<void> {
  // Not with an embedded PostgreSQL: its process, which others use too, would inherit the lower priority.
  if (env.ROLE === 'worker' && env.DATABASE_URL) lowerPriority();
  const dev = process.argv.includes('--dev');
  const { server, answerWith, port } = await listen(env);
  shutdown.add('connections', () => {
    server.close();
    server.closeAllConnections();
  });
  const built = await buildDeps(env, logger, `http://localhost:${port}`, shutdown);
  shutdown.add('adapters', built.close);
  const deps = adapt(built.deps);
  shutdown.stopping.throwIfAborted();
  if (env.ROLE !== 'web') {
    const [stopping, draining] = [new AbortController(), new AbortController()];
    await startJobs(deps, stopping.signal, { draining: draining.signal });
    shutdown.add('jobs', () => stopWorkers(deps.queue, { stopping, draining }));
  }
  shutdown.stopping.throwIfAborted();
  if (chatUrl(env) === null) {
    logger.warn('the chat button is off: neither CHAT_PHONE nor CHAT_URL is set');
  }
  if (env.production && !env.SMTP_URL) {
    logger.warn('no mail is sent: SMTP_URL is not set, so mails are only written to the outbox folder');
  }
  const unfinished = env.production && env.ROLE !== 'worker' ? await unfinishedPages(deps) : [];
  if (unfinished.length > 0) {
    logger.warn({ pages: unfinished }, 'legal pages have not been filled in yet (see docs/law.md)');
  }
  if (!deps.payments && env.ROLE !== 'worker') {
    logger.warn('payments are off: neither STRIPE_SECRET_KEY nor STRIPE_WEBHOOK_SECRET is set');
  }
  // Printed whatever the log level: free credits must never surprise an operator.
  if (deps.sandbox) process.stdout.write(sandboxNotice);
  const pages = env.ROLE === 'worker' ? [] : await allPages(deps, dev ? server : null);
  answerWith(createApp(deps, { pages, dev }));
  shutdown.add('requests', async () => {
    // Ends open push streams; requests in flight may finish while jobs do.
    await deps.events.close();
    server.close();
    server.closeIdleConnections();
  });

  shutdown.stopping.throwIfAborted();
  await untilReady(
    `http://127.0.0.1:${port}/readyz`.replace('127.0.0.1', reachable(env.HOST)),
    shutdown.stopping,
  );
  process.stdout.write(`Memori is ready: ${deps.publicUrl}\n`);
}

/**
 * Resolves once `url` reports readiness. Throws StartError with the answer if a part fails; if a part merely timed out,
 * only after retrying for a minute.
 */
async function untilReady(url: string, stopping: AbortSignal): Promise<void> {
  for (const startedAt = performance.now(); ; ) {
    const checkedAt = performance.now();
    const answer = await fetch(url);
    const answeredAt = performance.now();
    if (answer.ok) return;
    stopping.throwIfAborted();
    if (answeredAt - checkedAt < checkTimeout || answeredAt - startedAt > startTimeout)
      throw new StartError(`/readyz answers ${answer.status}: ${await answer.text()}`);
    await answer.body?.cancel();
  }
}

/** All pages, either prebuilt, or from the client's sources with hot reload over `live`. */
async function allPages(deps: Deps, live: Server | null): Promise<RequestHandler[]> {
  const words = await readLandingTexts(deps.env);
  if (!words && deps.env.production)
    deps.logger.warn(
      'the landing page shows example testimonials and figures: put your own into DATA_DIR/landing.json (content/landing.json is a template)',
    );
  if (!live)
    return [
      sharedPages(deps, builtSharedDocuments),
      legalPages(deps, builtSharedDocuments),
      secretPages(deps, builtSecretDocuments),
      await builtPages(deps.publicUrl, words),
    ];
  const vite = await startVite(live);
  return [
    sharedPages(deps, liveSharedDocuments(vite)),
    legalPages(deps, liveSharedDocuments(vite)),
    secretPages(deps, liveSecretDocuments(vite)),
    ...livePages(vite, words),
  ];
}

/** A local address at which a server that listens on `host` can be reached. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/**
 * Binds the port before anything else starts, so that a port conflict is reported immediately. Answers 503 until
 * `answerWith` is called.
 */
async function listen(env: Env) {
  let listener = serviceUnavailable({ https: env.PUBLIC_URL?.startsWith('https:') ?? false });
  const server = createHttpServer().on('request', (req, res) => listener(req, res));
  server.listen(env.PORT, env.HOST);
  await once(server, 'listening').catch((error: unknown) => {
    throw new StartError(`PORT ${env.PORT} on HOST ${env.HOST} can't be used: ${(error as Error).message}.`);
  });
  const { port } = server.address() as AddressInfo;
  watchAcceptQueue(server);
  return {
    server,
    port,
    answerWith(app: RequestListener) {
      listener = app;
    },
  };
}
