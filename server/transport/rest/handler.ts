import { promisify } from 'node:util';
import type { RequestHandler } from 'express';
import type { Deps } from '#server/composition/deps.ts';
import { readJson } from '../http/middleware/read-json.ts';
import { sendFile } from '../http/files/send-file.ts';
import { receiveFiles } from '../http/files/upload.ts';
import { withAbsoluteUrls } from '#server/rpc/absolute-urls.ts';
import { admitCall } from '#server/rpc/admission.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { createContext } from '../trpc/context.ts';
import { createCaller } from '../trpc/router.ts';
import type { Operation } from './operation.ts';

type Handled = Pick<
  Operation,
  'status' | 'handle' | 'signedIn' | 'admit' | 'body' | 'scope' | 'output' | 'byLink' | 'file'
>;

/**
 * Returns a request handler that answers with the result of the operation's `handle`. Reads a body only
 * after its caller has been identified and admitted. Errors are passed on to the error response.
 */
export function handlerOf(
  deps: Deps,
  { admit, body, status, handle, signedIn, scope, output, byLink, file }: Handled,
): RequestHandler {
  const readBody = body?.type === 'multipart/form-data' ? bodyReader(deps, body) : null;
  return async (req, res) => {
    const hungUp = new AbortController();
    const hangUp = () => hungUp.abort();
    res.once('close', hangUp);
    const context = await createContext(deps, req, res, { byLink });
    if (signedIn) await admitCall(context, { scope, changes: !['GET', 'HEAD'].includes(req.method) });
    if (admit) await admit(context, req.params as Record<string, string>);
    if (readBody) await readBody(req, res);
    else if (body) await readJson(req, res);
    const admitted = { ...context, admitted: signedIn };
    const response = await handle({
      caller: createCaller(admitted, { signal: hungUp.signal }),
      callerUntil: (signal) => createCaller(admitted, { signal: AbortSignal.any([hungUp.signal, signal]) }),
      leaveUpload: () => deps.uploads.leave(res),
      req,
      res,
    });
    if (response === null) return;
    // What sends it notices by itself when the client hangs up.
    res.off('close', hangUp);
    if (file) return sendFile(deps.storage, req, res, response as FileResponse);
    // Programs are not on our pages, where paths would do.
    res.status(status).json(output ? withAbsoluteUrls(output, response, deps.publicUrl) : response);
  };
}

/** Reads the body of an upload: a form or, if the operation accepts it, JSON. */
function bodyReader(deps: Deps, { field = 'image', files, also, json }: NonNullable<Operation['body']>) {
  const readForm = promisify(receiveFiles(deps, { field, most: files, also }));
  return async (...[req, res]: Parameters<typeof readForm>): Promise<void> => {
    await readForm(req, res);
    if (json) await readJson(req, res);
  };
}
