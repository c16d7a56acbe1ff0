import { promisify } from 'node:util';
import type { RequestHandler } from 'express';
import type { Deps } from '../deps.ts';
import { uploadPhoto } from '../http/upload.ts';
import { admitUpload } from '../trpc/admission.ts';
import { createContext } from '../trpc/context.ts';
import { createCaller } from '../trpc/router.ts';
import type { Operation } from './operations/operation.ts';

/**
 * Answers an operation's calls with what its `handle` gives. The body of an upload is read once `admitUpload` has let
 * it in. What is thrown reaches the error response.
 */
export function handlerOf(
  deps: Deps,
  { body, status, handle }: Required<Pick<Operation, 'status' | 'handle'>> & Pick<Operation, 'body'>,
): RequestHandler {
  const readForm = body?.type === 'multipart/form-data' ? promisify(uploadPhoto(deps)) : null;
  return async (req, res) => {
    const hungUp = new AbortController();
    res.once('close', () => hungUp.abort());
    const context = await createContext(deps, req, res);
    if (readForm) {
      await admitUpload(context);
      await readForm(req, res);
    }
    const answer = await handle({
      caller: createCaller(context, { signal: hungUp.signal }),
      callerUntil: (signal) => createCaller(context, { signal: AbortSignal.any([hungUp.signal, signal]) }),
      leaveUpload: () => deps.uploads.leave(res),
      req,
      res,
    });
    if (answer === null) return;
    const whole = Array.isArray(answer)
      ? answer.map((each: object) => withWholeAddresses(each, deps.publicUrl))
      : withWholeAddresses(answer, deps.publicUrl);
    res.status(status).json(whole);
  };
}

const addressFields = [
  'downloadUrl',
  'thumbnailUrl',
  'outputUrl',
  'posterUrl',
  'smallUrl',
  'status_url',
  'cancel_url',
] as const;

/** Whole addresses in place of paths: an integrator isn't on our page. */
function withWholeAddresses(answer: object, publicUrl: string): object {
  const whole: Record<string, unknown> = { ...answer };
  for (const field of addressFields) {
    const path = whole[field];
    if (typeof path === 'string') whole[field] = publicUrl + path;
  }
  return whole;
}
