import { initTRPC, type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import { type ErrorBody, errorBody, errorCatalogue, type ErrorCode } from '#shared/errors.ts';
import { keyedCall } from '../features/idempotency/keyed-call.ts';
import { runOnce } from '../features/idempotency/run-once.ts';
import { onBehalfOf } from '../platform/database/connection.ts';
import { AppError } from '../platform/errors.ts';
import { countCall, requireCaller } from './admission.ts';
import { ownerOf, requireRecentPassword, requireScope } from './caller.ts';
import type { Context } from './context.ts';
import { digestOf } from './digest.ts';
import { errorCodeOf } from './error-code.ts';
import type { Limit } from './limits.ts';
import type { OperationMeta } from './meta.ts';
import { z } from 'zod';

const trpcCodes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  402: 'PAYMENT_REQUIRED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'SERVICE_UNAVAILABLE',
} as const;

/** Wraps an error in a TRPCError with the catalogue's status and text. */
export function asTrpcError(error: unknown): TRPCError {
  const { status, text } = errorCatalogue[errorCodeOf(error)];
  const cause = error instanceof TRPCError ? (error.cause ?? error) : error;
  return new TRPCError({ code: trpcCodes[status], message: text, cause });
}

/** An error as callers receive it: tRPC's shape with the catalogue's text and code. */
export interface ErrorShape extends TRPCDefaultErrorShape {
  data: TRPCDefaultErrorShape['data'] & { errorCode: ErrorCode; requiresPayment: true | undefined };
}

const t = initTRPC
  .context<Context>()
  .meta<OperationMeta>()
  .create({
    errorFormatter({ shape, error }): ErrorShape {
      const body: ErrorBody = errorBody(errorCodeOf(error));
      const { code, httpStatus, path } = shape.data;
      return {
        ...shape,
        message: body.error,
        data: { code, httpStatus, path, errorCode: body.code, requiresPayment: body.requiresPayment },
      };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;
export const mergeRouters = t.mergeRouters;

/** The meta of an operation; every procedure has one, as only `operation` makes them. */
const metaOf = (meta: OperationMeta | undefined): OperationMeta => {
  if (!meta) throw new TypeError('a procedure without a declaration');
  return meta;
};

/** The scope that a token needs for an operation; undefined if tokens can't call it. */
export const scopeOf = ({ access }: Pick<OperationMeta, 'access'>) =>
  typeof access === 'object' ? access.scope : undefined;

/** True if an operation may be called without signing in. */
export const isPublic = ({ access }: Pick<OperationMeta, 'access'>): boolean =>
  access === 'public' || access === 'link' || (typeof access === 'object' && access.public === true);

/** Gives every error the catalogue's status for its code, whether a feature or a schema threw it. */
const withCatalogueStatus = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  throw asTrpcError(result.error);
});

/** Public operations: checks a token's scope, and counts the call. */
const asVisitor = t.middleware(async ({ ctx, meta, next }) => {
  const { limit, ...declared } = metaOf(meta);
  requireScope(ctx.auth, scopeOf(declared));
  if (typeof limit === 'function') await (limit as (ctx: Context) => Promise<void>)(ctx);
  else if (limit === undefined && !ctx.auth && declared.access !== 'link')
    await ctx.deps.limiters.anonymous.take(ctx.address, ctx.reportLimit);
  return next();
});

/** All others: checks who calls, counts the call, and admits uploads. */
const asCaller = t.middleware(async ({ ctx, type, meta, next }) => {
  const { admit, ...declared } = metaOf(meta);
  const auth = await requireCaller(ctx, scopeOf(declared));
  if (!ctx.admitted) {
    await countCall(ctx, { changes: type === 'mutation' });
    await admit?.(ctx, {});
  }
  return onBehalfOf(auth.user.id, () => next({ ctx: { ...ctx, auth } }));
});

/** The position of the image that an error is about, if it has one. */
const pickImage = (about: object | undefined): { image?: number } =>
  about && 'image' in about && typeof about.image === 'number' ? { image: about.image } : {};

/** Replays the stored answer when a signed-in user repeats a mutation (decision 122). */
const idempotent = t.middleware(async ({ ctx, type, path, getRawInput, next }) => {
  const { auth, idempotencyKey: key } = ctx;
  if (type !== 'mutation' || key === null || !auth) return next();
  const content = await digestOf(path, await getRawInput());
  let result: Awaited<ReturnType<typeof next>> | undefined;
  const { answer } = await runOnce(
    ctx.deps.db,
    keyedCall(ownerOf(auth), key, content),
    async (storeResult) => {
      result = await next({ ctx: { ...ctx, storeResult } });
      return result.ok
        ? { data: result.data }
        : { error: errorCodeOf(result.error), ...pickImage(result.error.cause) };
    },
  );
  if (result) return result;
  ctx.setHeader('Idempotent-Replayed', 'true');
  if ('error' in answer) throw new AppError(answer.error, pickImage(answer));
  // The same result that `next` would return, except for the marker that tRPC's types use.
  return { ok: true, data: answer.data } as unknown as Awaited<ReturnType<typeof next>>;
});

const visitors = t.procedure.use(withCatalogueStatus).use(asVisitor);

const callers = t.procedure
  .use(withCatalogueStatus)
  .use(asCaller)
  .use(idempotent)
  .use(async ({ ctx, meta, next }) => {
    const { limit, recentPassword } = metaOf(meta);
    if (recentPassword) requireRecentPassword(ctx.auth);
    if (typeof limit === 'function') await limit(ctx);
    return next();
  });

const people = callers.use(({ ctx, next }) => {
  const { auth } = ctx;
  if (auth.by !== 'session') throw new AppError('token_not_allowed');
  return next({ ctx: { ...ctx, auth } });
});

type Public = { readonly access: 'public' | 'link' | { readonly public: true } };
type ForPeople = { readonly access: 'session'; readonly limit?: Limit | 'own' };
type ForTokens = { readonly access: { readonly public?: never }; readonly limit?: Limit | 'own' };

/**
 * Declares an operation: the only way to make a procedure. Its declaration decides who may call it, how calls are
 * counted, that a repeated mutation is replayed, and where it is served and documented. `ctx.auth` is the caller: a
 * session, a session or token, or null for visitors.
 */
export function operation(meta: OperationMeta & Public): typeof visitors;
export function operation(meta: OperationMeta & ForPeople): typeof people;
export function operation(meta: OperationMeta & ForTokens): typeof callers;
export function operation(meta: OperationMeta): unknown {
  if (isPublic(meta)) return visitors.meta(meta);
  return (meta.access === 'session' ? people : callers).meta(meta);
}

/** The output of operations that have nothing to tell. */
export const successSchema = z.object({ success: z.literal(true) });

export const success = { success: true } as const;
