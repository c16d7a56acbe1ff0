import { initTRPC, type TRPCDefaultErrorShape, TRPCError } from '@trpc/server';
import { type ErrorBody, errorBody, errorCatalogue, type ErrorCode } from '../../shared/errors.ts';
import type { TokenScope } from '../../shared/token-scopes.ts';
import { keyedCall } from '../features/idempotency/keyed-call.ts';
import { runOnce } from '../features/idempotency/run-once.ts';
import { ownerOf, requireRecentPassword, requireScope } from '../http/caller.ts';
import { errorCodeOf } from '../http/error-code.ts';
import { onBehalfOf } from '../platform/database-connection.ts';
import { AppError } from '../platform/errors.ts';
import { countCall } from './admission.ts';
import type { Context } from './context.ts';
import { digestOf } from './digest.ts';

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

export interface Meta {
  /** The scope that a token needs to call it; without a scope, tokens can't call it at all. */
  scope?: TokenScope;
}

/** An error as callers receive it: tRPC's shape with the catalogue's text and code. */
export interface ErrorShape extends TRPCDefaultErrorShape {
  data: TRPCDefaultErrorShape['data'] & { errorCode: ErrorCode; requiresPayment: true | undefined };
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
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

/** Gives every error the catalogue's status for its code, whether a feature or a schema threw it. */
const withCatalogueStatus = t.middleware(async ({ next }) => {
  const result = await next();
  if (result.ok) return result;
  throw asTrpcError(result.error);
});

const withScope = t.middleware(({ ctx, meta, next }) => {
  requireScope(ctx.auth, meta?.scope);
  return next();
});

/** The position of the image that an error is about, if it has one. */
const pickImage = (about: object | undefined): { image?: number } =>
  about && 'image' in about && typeof about.image === 'number' ? { image: about.image } : {};

/** Replays the stored answer when a signed-in user repeats a mutation (decision 122). */
export const idempotent = t.middleware(async ({ ctx, type, path, getRawInput, next }) => {
  const { auth, idempotencyKey: key } = ctx;
  if (type !== 'mutation' || key === null || !auth) return next();
  const content = await digestOf(path, await getRawInput());
  let result: Awaited<ReturnType<typeof next>> | undefined;
  const { answer } = await runOnce(
    ctx.deps.db,
    keyedCall(ownerOf(auth), key, content),
    async (storeAnswer) => {
      result = await next({ ctx: { ...ctx, storeAnswer } });
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

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Public, for signing up, in and out, which have rate limits of their own. */
export const limitedProcedure = t.procedure.use(withCatalogueStatus).use(withScope);

/** Public. Calls without authentication are counted by address. */
export const publicProcedure = limitedProcedure.use(async ({ ctx, next }) => {
  if (!ctx.auth) await ctx.deps.limiters.anonymous.take(ctx.address, ctx.reportLimit);
  return next();
});

/** Requires authentication: `ctx.auth` is set, else 401. */
export const signedInProcedure = publicProcedure.use(async ({ ctx, type, next }) => {
  const { auth } = ctx;
  if (!auth) throw new AppError('not_signed_in');
  if (!ctx.callCounted) await countCall(ctx, { changes: type === 'mutation' });
  ctx.callCounted = false;
  return onBehalfOf(auth.user.id, () => next({ ctx: { ...ctx, auth } }));
});

/** Like `signedInProcedure`, and idempotent. Not callable with tokens unless a scope is added. */
export const protectedProcedure = signedInProcedure.use(idempotent);

/** Like `protectedProcedure`, for operations on sessions: `ctx.auth` is a session. */
export const sessionProcedure = protectedProcedure.use(({ ctx, next }) => {
  if (ctx.auth.by !== 'session') throw new AppError('token_not_allowed');
  return next({ ctx: { ...ctx, auth: ctx.auth } });
});

/** For what outlives the session: asks a person for the password if it was last given more than ten minutes ago. */
export const withRecentPassword = t.middleware(({ ctx, next }) => {
  requireRecentPassword(ctx.auth);
  return next();
});

/** Like `protectedProcedure`, for people and for tokens with the scope. */
export const readProcedure = protectedProcedure.meta({ scope: 'read' });
export const generateProcedure = protectedProcedure.meta({ scope: 'generate' });
export const albumsProcedure = protectedProcedure.meta({ scope: 'albums' });
/** For what deletes, and what undoes that: a stolen token without this scope destroys nothing. */
export const manageProcedure = protectedProcedure.meta({ scope: 'manage' });
