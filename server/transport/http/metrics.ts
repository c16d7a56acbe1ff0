import type { RequestHandler } from 'express';
import { Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '#server/composition/deps.ts';
import { isDatabaseUnavailable } from '#server/platform/database/errors.ts';
import { logSecurityEvent } from '#server/platform/logging/security-log.ts';
import { sendError } from './responses/error-response.ts';
import { checkDependencies, withTimeout } from './health.ts';
import { erasureFamily } from './metrics/erasures.ts';
import { processMetrics } from './metrics/process.ts';
import { ledgerFamily } from './metrics/ledger.ts';
import { gaugeMachine } from './metrics/machine.ts';
import { paymentFamily } from './metrics/payments.ts';
import { pauseFamily, queueFamily, type ReadFamily, scheduleFamily, workFamily } from './metrics/queues.ts';
import { mayReadMetrics } from './metrics-access.ts';
import { routeOf } from './middleware/request-path.ts';

export interface Metrics {
  /** Measures the duration of every request by method, route and status. */
  observe: RequestHandler;
  /** Serves `/metrics` in Prometheus's text format, even if the database is unavailable. */
  expose: RequestHandler;
}

type MetricsDeps = Pick<Deps, 'pool' | 'queue' | 'storage' | 'streams' | 'env' | 'logger'>;

/** The metrics of one server (decision 141): of this process, and of the whole installation from the database. */
export function createMetrics(deps: MetricsDeps): Metrics {
  const { env, logger } = deps;
  const registry = new Registry();
  const requests = new Histogram({
    name: 'memori_http_request_duration_seconds',
    help: 'Time from the request to the end of the response',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  const process = processMetrics();
  gaugeMachine(registry, deps);
  const readDatabase = databaseReader(registry, deps);
  let reading: Promise<string> | undefined;
  async function read(): Promise<string> {
    await readDatabase();
    return (await process.metrics()) + (await registry.metrics());
  }
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
      // Concurrent requests share one read.
      reading ??= read().finally(() => {
        reading = undefined;
      });
      res.type(registry.contentType).send(await reading);
    },
  };
}

/** Reads the database's metrics. While it is unavailable, gauges are omitted and counters keep their last value. */
function databaseReader(registry: Registry, deps: MetricsDeps): () => Promise<void> {
  const { pool, logger } = deps;
  const up = new Gauge({
    name: 'memori_dependency_up',
    help: '1 if a dependency answers in time: database, queue, storage',
    labelNames: ['part'],
    registers: [registry],
  });
  const current = new Registry();
  const families: ReadFamily[] = [
    queueFamily,
    scheduleFamily,
    workFamily,
    pauseFamily,
    paymentFamily,
    erasureFamily,
  ].map((family) => family([current]));
  for (const metric of current.getMetricsAsArray()) registry.registerMetric(metric as never);
  families.push(ledgerFamily([registry]));
  return async () => {
    const parts = await checkDependencies(deps);
    for (const [part, state] of Object.entries(parts)) up.set({ part }, state === 'ok' ? 1 : 0);
    const read = parts.database === 'ok' ? families : [];
    current.resetMetrics();
    for (const failure of await Promise.allSettled(read.map((family) => withTimeout(family(pool)))))
      if (failure.status === 'rejected' && !isDatabaseUnavailable(failure.reason))
        logger.warn({ err: failure.reason as unknown }, 'metrics could not be read from the database');
  };
}
