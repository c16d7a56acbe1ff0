import { timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Request, RequestHandler } from 'express';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../deps.ts';
import { sendError } from './error-response.ts';

export interface Metrics {
  /** Times every request, by method, route and status. */
  observe: RequestHandler;
  /** Answers `/metrics` in Prometheus's text format. */
  expose: RequestHandler;
}

/** The metrics of one server: the process's own, requests, tasks and albums by status. */
export function createMetrics({ db, env }: Pick<Deps, 'db' | 'env'>): Metrics {
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
  return {
    observe(req, res, next) {
      const stop = requests.startTimer({ method: req.method });
      res.once('close', () => stop({ route: routeOf(req), status: String(res.statusCode) }));
      next();
    },
    async expose(req, res) {
      if (!mayRead(req, env.METRICS_TOKEN)) {
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

/** The matched route pattern: raw paths would make a time series of every id. */
function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${req.baseUrl}${route.path}` : req.baseUrl || 'other';
}

function mayRead(req: Request, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(req.ip ?? '') && req.headers['x-forwarded-for'] === undefined;
  const given = Buffer.from(req.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function isLoopback(address: string): boolean {
  const plain = address.replace(/^::ffff:/, '');
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}
