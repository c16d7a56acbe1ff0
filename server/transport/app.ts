import express, { type Express, type RequestHandler } from 'express';
import type { Deps } from '../composition/deps.ts';
import { conditionalRequests, knownMethods, noStore } from './http/middleware/protocol.ts';
import { crossOrigin } from './http/middleware/cors.ts';
import { devOutbox } from './http/pages/dev-outbox.ts';
import { errorResponse, sendError } from './http/responses/error-response.ts';
import { health } from './http/health.ts';
import { shedLoad } from './http/middleware/load-shedding.ts';
import { createMetrics } from './http/metrics.ts';
import { music } from './http/files/music.ts';
import { originGuard } from './http/middleware/origin-guard.ts';
import { decodablePath } from './http/middleware/request-path.ts';
import { proxyNotice } from './http/middleware/proxy-notice.ts';
import { requestLog } from './http/middleware/request-log.ts';
import { sharedPhoto } from './http/pages/shared-photo.ts';
import { stripeWebhook } from './http/stripe-webhook.ts';
import { securityHeaders } from './http/middleware/security-headers.ts';
import { traceRequests } from './http/middleware/tracing.ts';
import { mcpHandler } from './mcp/handler.ts';
import { paidCalls } from './rest/operations.ts';
import { llms } from './rest/docs/routes.ts';
import { restRouter } from './rest/router.ts';
import { trpcHandler } from './trpc/handler.ts';

export interface AppOptions {
  /** Serves the pages, after all other routes. */
  pages?: RequestHandler | RequestHandler[];
  /** True if Vite serves the pages. */
  dev?: boolean;
}

/** The whole HTTP application, in order: middleware for every request, health, APIs, pages, errors. */
export function createApp(deps: Deps, { pages, dev = false }: AppOptions = {}): Express {
  const app = express();
  const metrics = createMetrics(deps);
  app.locals['publicUrl'] = deps.publicUrl;
  app.disable('x-powered-by');
  app.set('trust proxy', deps.env.TRUST_PROXY ?? false);
  app.set('query parser', 'simple');

  app.use(requestLog(deps.logger), metrics.observe, traceRequests);
  app.use(proxyNotice(deps));
  app.use(
    securityHeaders({
      https: deps.publicUrl.startsWith('https:'),
      dev,
      pixel: deps.env.PIXEL_ID !== undefined,
    }),
  );

  app.use(knownMethods, conditionalRequests);
  app.use(health(deps));
  app.get('/metrics', metrics.expose);
  app.use(shedLoad(deps, new Set(['/api/stripe/webhook', ...paidCalls])));

  if (deps.env.ROLE !== 'worker') {
    const mcp = mcpHandler(deps);
    app.use('/api', noStore, crossOrigin(deps.env.CORS_ORIGINS));
    app.use('/api/stripe/webhook', stripeWebhook(deps));
    app.use('/api', originGuard(deps));
    app.use('/api/trpc', decodablePath, trpcHandler(deps));
    app.use('/api', restRouter(deps));
    app.use('/api', (_req, res) => sendError(res, 'not_found'));
    app.use(decodablePath);
    app.get('/llms.txt', llms(deps));
    app.use('/mcp', noStore).route('/mcp').get(mcp).post(mcp).delete(mcp);
    app.use('/music', music());
    if (deps.sandbox) app.use('/sandbox/stripe', originGuard(deps), deps.sandbox.pages);
    if (dev && deps.env.localDevelopment) app.use('/dev/outbox', devOutbox(deps.env.DATA_DIR));
    app.use(sharedPhoto());
    if (pages) app.use(pages);
  }
  app.use((_req, res) => sendError(res, 'not_found'));
  app.use(errorResponse);
  return app;
}
