import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { logSecurityEvent } from '../platform/security-log.ts';
import { sendError } from './error-response.ts';
import { mayReadMetrics } from './metrics-access.ts';

export interface Metrics {
  /** Times every request, by method, route and status. */
  observe: RequestHandler;
  /** Answers `/metrics` in Prometheus's text format. */
  expose: RequestHandler;
}

/** The metrics of one server: the process's own, requests, tasks and albums by status. */
export function createMetrics({ db, env, logger }: Pick<Deps, 'db' | 'env' | 'logger'>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'memori_http_request_duration_seconds',
    help: 'Time from request to end of the answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  const countTasks = () => db.videoTask.groupBy({ by: ['status'], _count: true });
  gaugeByStatus(registry, 'memori_tasks', 'Video tasks by status', countTasks);
  const countAlbums = () => db.album.groupBy({ by: ['status'], _count: true });
  gaugeByStatus(registry, 'memori_albums', 'Albums by status', countAlbums);
  countSubmissions(registry, db);
  return {
    observe(req, res, next) {
      const stop = requests.startTimer({ method: req.method });
      res.once('close', () => stop({ route: routeOf(req), status: String(res.statusCode) }));
      next();
    },
    async expose(req, res) {
      if (!mayReadMetrics(req, env.METRICS_TOKEN)) {
        logSecurityEvent(logger, 'metrics_refused', { address: req.ip ?? 'unknown' });
        sendError(res, 'not_found');
        return;
      }
      res.type(registry.contentType).send(await registry.metrics());
    },
  };
}

function gaugeByStatus(
  registry: Registry,
  name: string,
  help: string,
  count: () => Promise<{ status: string; _count: number }[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { status, _count } of await count()) this.set({ status }, _count);
    },
  });
}

/** How what was submitted to video providers elsewhere has ended. */
function countSubmissions(registry: Registry, db: Deps['db']): void {
  new Gauge({
    name: 'memori_submissions',
    help: 'Submissions to video providers elsewhere, by provider and outcome',
    labelNames: ['provider', 'outcome'],
    registers: [registry],
    async collect() {
      this.reset();
      const counts = await db.submission.groupBy({ by: ['provider', 'outcome'], _count: true });
      for (const { provider, outcome, _count } of counts)
        this.set({ provider, outcome: outcome ?? 'open' }, _count);
    },
  });
}

/** The matched route pattern: raw paths would make a time series of every id. */
function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${req.baseUrl}${route.path}` : req.baseUrl || 'other';
}
