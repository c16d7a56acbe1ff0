import { createExpressMiddleware } from '@trpc/server/adapters/express';
import type { RequestHandler } from 'express';
import { programLimits } from '#shared/program-limits.ts';
import type { Deps } from '#server/composition/deps.ts';
import { createContext } from './context.ts';
import { challengeOf, errorCodeOf, retryAfterOfError } from '#server/rpc/error-code.ts';
import { asTrpcError } from '#server/rpc/operation.ts';
import { appRouter } from './router.ts';

const maxBodyBytes = 100 * 1024;
/**
 * `/api/trpc`: at most 10 calls per request and 100 kB per body. Larger requests are rejected before any call runs.
 * Photos are sent to the REST path, or by their `imageUrl`.
 */
export function trpcHandler(deps: Deps): RequestHandler {
  return createExpressMiddleware({
    router: appRouter,
    createContext: ({ req, res }) =>
      createContext(deps, req, res).catch((error: unknown) => {
        throw asTrpcError(error);
      }),
    maxBodySize: maxBodyBytes,
    maxBatchSize: programLimits.batch.maxCalls,
    responseMeta: ({ errors }) => ({ headers: { ...retryAfter(errors), ...challenge(errors) } }),
    onError: ({ error, path }) => {
      if (error.code === 'INTERNAL_SERVER_ERROR') deps.logger.error({ err: error, path }, 'tRPC call failed');
    },
  });
}

/** All calls of a request have the same caller. */
function challenge(errors: readonly Error[]): Record<string, string> {
  const [first] = errors.map((error) => challengeOf(errorCodeOf(error))).filter((each) => each !== undefined);
  return first === undefined ? {} : { 'WWW-Authenticate': first };
}

/** The longest wait of all limits that were reached. */
function retryAfter(errors: readonly Error[]): Record<string, string> {
  const waits = errors.map(retryAfterOfError).filter((seconds) => seconds !== undefined);
  return waits.length > 0 ? { 'Retry-After': String(Math.max(...waits)) } : {};
}
