import { z } from 'zod';
import { callJson, type JsonAnswer } from '../remote/json.ts';
import { type RemoteLimits, usualLimits } from '../remote/options.ts';
import type { RemoteError } from '../remote/service.ts';
import { faultOfCode, faultOfStatus } from './faults.ts';

export interface MinimaxApiOptions {
  apiKey: string;
  /** Without a slash at the end. */
  baseUrl: string;
  limits?: RemoteLimits;
}

export interface MinimaxApi {
  get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<JsonAnswer>;
  post(path: string, body: object, signal: AbortSignal): Promise<JsonAnswer>;
}

/** Calls to MiniMax with the operator's key. They throw RemoteError where no answer came. */
export function createMinimaxApi({ apiKey, baseUrl, limits = usualLimits }: MinimaxApiOptions): MinimaxApi {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  // The operator names this server, not an answer: it may lie anywhere.
  const common = { headers, addresses: 'any', timeout: limits.answer } as const;
  return {
    get: (path, query, signal) =>
      callJson({ ...common, url: new URL(`${baseUrl}${path}?${new URLSearchParams(query)}`), signal }),
    post: (path, body, signal) => callJson({ ...common, url: new URL(`${baseUrl}${path}`), body, signal }),
  };
}

const code = z.coerce.number().int();
const baseResponse = z.object({
  base_resp: z.object({ status_code: code, status_msg: z.string().catch('') }),
});
const errorBody = z.object({
  error: z.object({ message: z.string().catch(''), code: code.optional().catch(undefined) }),
});

/** What went wrong according to an answer: by MiniMax's own code where it has one, else by its status; null for none. */
export function faultIn({ status, body }: JsonAnswer): RemoteError | null {
  const base = baseResponse.safeParse(body).data?.base_resp;
  if (base && base.status_code !== 0) return faultOfCode(base.status_code, base.status_msg);
  const error = errorBody.safeParse(body).data?.error;
  if (status >= 400) {
    // A server that explains itself did nothing; one that only breaks may have done anything.
    if (status >= 500 && (base || error)) return faultOfCode(1000, error?.message ?? '');
    return faultOfStatus(status, error?.message ?? '');
  }
  return null;
}
