import type { Request, RequestHandler, Response } from 'express';
import type { Deps } from '../deps.ts';
import { AppError } from '../platform/errors.ts';
import { createContext } from '../trpc/context.ts';
import { createCaller } from '../trpc/router.ts';

type Caller = ReturnType<typeof createCaller>;

/** A handler that gets the tRPC router as its caller; what it throws reaches the error response. */
export function call(
  deps: Deps,
  handler: (caller: Caller, req: Request, res: Response) => Promise<unknown>,
): RequestHandler {
  return async (req, res) => {
    const caller = createCaller(await createContext(deps, req, res));
    await handler(caller, req, res);
  };
}

/** Lets only a signed-in user's request pass: before a body is read, where reading it is costly. */
export function requireSignIn(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    const { auth } = await createContext(deps, req, res);
    if (!auth) throw new AppError('not_signed_in');
    next();
  };
}
