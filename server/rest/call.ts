import type { Request, RequestHandler, Response } from 'express';
import type { Deps } from '../deps.ts';
import { admitUpload } from '../trpc/admission.ts';
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

/** Lets only an upload pass that `admitUpload` lets in: before its body is read. */
export function requireAdmission(deps: Deps): RequestHandler {
  return async (req, res, next) => {
    await admitUpload(await createContext(deps, req, res));
    next();
  };
}
