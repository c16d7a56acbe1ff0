import { randomUUID } from 'node:crypto';
import { context, propagation, SpanKind, trace } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Env } from '../config/env.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { type TelemetryEvents, on } from '../platform/logging/telemetry.ts';
import { failSpan, isTraced, tracer } from '../platform/logging/tracing.ts';
import { version } from '../platform/installation.ts';

type TracingSettings = Pick<
  Env,
  | 'OTEL_EXPORTER_OTLP_ENDPOINT'
  | 'OTEL_EXPORTER_OTLP_HEADERS'
  | 'OTEL_SERVICE_NAME'
  | 'OTEL_TRACES_SAMPLER_ARG'
  | 'ROLE'
>;

/** The timeout for exporting one batch, in milliseconds; shutdown waits for the last batch. */
const exportTimeout = 3000;

/**
 * Exports traces of requests, jobs and provider calls to an OpenTelemetry collector, by OTLP over HTTP (decision 141).
 * Does nothing without an endpoint. While the collector is unavailable, spans are lost, but requests and jobs are not
 * affected.
 * @returns a function that exports the last spans and stops tracing.
 */
export async function startTracing(env: TracingSettings, logger: Logger): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return async () => {};
  const [
    sdk,
    { OTLPTraceExporter },
    { AsyncLocalStorageContextManager },
    { W3CTraceContextPropagator },
    resources,
  ] = await Promise.all([
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
  ]);
  const exporter = new OTLPTraceExporter({
    url: `${endpoint}/v1/traces`,
    headers: env.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMillis: exportTimeout,
  });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({
      'service.name': env.OTEL_SERVICE_NAME,
      'service.version': version,
      'service.instance.id': randomUUID(),
      'memori.role': env.ROLE,
    }),
    // Callers can't influence sampling: a request's trace begins here (see `http/tracing.ts`).
    sampler: new sdk.ParentBasedSampler({
      root: new sdk.TraceIdRatioBasedSampler(env.OTEL_TRACES_SAMPLER_ARG),
    }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: reportOnce(exporter, logger),
        exportTimeoutMillis: exportTimeout,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  traceEvents();
  return () => provider.shutdown();
}

/** Logs once when exporting fails, and once when it works again. */
function reportOnce(exporter: SpanExporter, logger: Logger): SpanExporter {
  let away = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const failed = result.error !== undefined;
        if (failed && !away)
          logger.warn({ err: result.error }, 'traces can’t be sent to OTEL_EXPORTER_OTLP_ENDPOINT');
        if (!failed && away) logger.info('traces are sent again');
        away = failed;
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Creates spans from the events that are timed for metrics anyway (decision 141), if they occur within a trace. */
function traceEvents(): void {
  on('stage-ended', (stage) => {
    spanOf(`stage ${stage.stage}`, stage, SpanKind.INTERNAL, { 'memori.provider': stage.provider });
  });
  on('database-query', (query) => {
    spanOf('database query', query, SpanKind.CLIENT, { 'db.system.name': 'postgresql' });
  });
  on('storage-operation', (operation) => {
    spanOf(`storage ${operation.operation}`, operation, SpanKind.CLIENT, {}, operation.outcome === 'failed');
  });
}

function spanOf(
  name: string,
  { seconds }: Pick<TelemetryEvents['database-query'], 'seconds'>,
  kind: SpanKind,
  attributes: Record<string, string>,
  failed = false,
): void {
  if (!isTraced()) return;
  const span = tracer.startSpan(name, { kind, attributes, startTime: Date.now() - seconds * 1000 });
  if (failed) failSpan(span, 'storage');
  span.end();
}
