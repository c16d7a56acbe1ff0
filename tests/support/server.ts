import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { createApp } from '#server/transport/app.ts';
import { buildDeps, type Deps } from '#server/composition/deps.ts';
import { readEnv } from '#server/config/env.ts';
import { builtPages } from '#server/transport/http/pages/pages.ts';
import { readLandingTexts } from '#server/transport/http/pages/landing-texts.ts';
import { legalPages } from '#server/transport/http/pages/legal-pages.ts';
import { builtSharedDocuments, sharedPages } from '#server/transport/http/pages/shared-pages.ts';
import { builtSecretDocuments, secretPages } from '#server/transport/http/pages/secret-pages.ts';
import { startJobs } from '#server/transport/jobs/start-jobs.ts';
import { stopWorkers } from '#server/platform/jobs/worker.ts';
import { createHttpServer } from '#server/transport/http/http-server.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import type { FilmMaker } from '#server/engine/join/types.ts';
import type { VideoProvider } from '#server/providers/video/types.ts';
import { createTestDatabase } from './database.ts';
import { secretsInLog } from './log-secrets.ts';

export interface TestServer {
  url: string;
  deps: Deps;
  dataDir: string;
  close(): Promise<void>;
}

export interface TestServerOptions {
  /** Settings other than the defaults, as environment variables. */
  settings?: Record<string, string>;
  /** False for a server that accepts work but processes none of it. */
  jobs?: boolean;
  /** Replaces the local animator, for tests that need a misbehaving provider. */
  video?: VideoProvider;
  /** Wraps the provider that the server would use. */
  wrapVideo?: (video: VideoProvider) => VideoProvider;
  /** Replaces the real film maker, for tests that decide how films end. */
  films?: FilmMaker;
  /** What the server uses instead of some of its parts, such as one that the test can hold. */
  replace?: (deps: Deps) => Partial<Deps>;
  /** True to serve the built client too. */
  pages?: boolean;
  /** Receives log lines of the level LOG_LEVEL (`warn` by default) and above. */
  log?: (line: string) => void;
}

/**
 * Starts a complete Memori on a port of its own, with its own database, data folder, queue and jobs; limits are as in
 * production. Closing it fails if its log, at level `debug`, contains a secret that the server has made.
 */
export async function startTestServer({
  settings = {},
  jobs = true,
  video,
  wrapVideo,
  films,
  replace,
  pages = false,
  log,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memori-test-'));
  const server = createHttpServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env = readEnv({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PUBLIC_URL: url,
    ...settings,
    LOG_LEVEL: 'debug',
  });
  const loudEnough = pino.levels.values[settings['LOG_LEVEL'] ?? 'warn'] ?? Infinity;
  const lines: string[] = [];
  const write = (line: string) => {
    lines.push(line);
    if (log && (JSON.parse(line) as { level: number }).level >= loudEnough) log(line);
  };
  const built = await buildDeps(env, createLogger(env.LOG_LEVEL, { write }), url);
  const deps = {
    ...built.deps,
    ...(video ? { video } : {}),
    ...(wrapVideo ? { video: wrapVideo(built.deps.video) } : {}),
    ...(films ? { films } : {}),
    ...replace?.(built.deps),
  };
  const stopping = new AbortController();
  if (jobs) await startJobs(deps, stopping.signal);
  const handlers = async () => [
    sharedPages(deps, builtSharedDocuments),
    legalPages(deps, builtSharedDocuments),
    secretPages(deps, builtSecretDocuments),
    await builtPages(deps.publicUrl, await readLandingTexts(deps.env)),
  ];
  server.on('request', createApp(deps, pages ? { pages: await handlers() } : {}));
  return {
    url,
    deps,
    dataDir,
    async close() {
      stopping.abort();
      await deps.events.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      if (jobs) await stopWorkers(deps.queue, { stopping, draining: stopping });
      // A test with a database of its own may have stopped it.
      const leaked = settings['DATABASE_URL'] ? [] : await secretsInLog(lines, deps.pool);
      await built.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
      if (leaked.length > 0) throw new Error(`The log contains secrets of ${leaked.join(', ')}`);
    },
  };
}
