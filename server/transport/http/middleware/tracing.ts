import { context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { failSpan, isTraced, tracer } from '#server/platform/logging/tracing.ts';
import { routeOf } from './request-path.ts';

/**
 * Records a span for each request, named by its route: without the actual path, query, cookies or user. The caller's
 * trace is not continued, so that clients can neither decide what is sampled nor join the traces of others.
 */
export const traceRequests: RequestHandler = (req, res, next) => {
  const span = tracer.startSpan(
    req.method,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': req.method } },
    ROOT_CONTEXT,
  );
  const traced = trace.setSpan(ROOT_CONTEXT, span);
  if (!isTraced(traced)) return next();
  res.once('close', () => {
    const route = routeOf(req);
    span.updateName(`${req.method} ${route}`).setAttributes({
      'http.route': route,
      'http.response.status_code': res.statusCode,
      'memori.request_id': req.id,
    });
    if (res.statusCode >= 500) failSpan(span, String(res.statusCode));
    span.end();
  });
  // The parts of an upload arrive in the async context of the connection, not of the request.
  context.bind(traced, req);
  context.bind(traced, res);
  context.with(traced, next);
};
