import { z } from 'zod';
import { callJson, type JsonAnswer } from '../remote/json.ts';
import { type RemoteLimits, defaultLimits } from '../remote/options.ts';
import type { RemoteError } from '../remote/service.ts';
import { faultOfCode, faultOfStatus } from './faults.ts';

export interface MinimaxApiOptions {
  apiKey: string;
  /** Without a trailing slash. */
  baseUrl: string;
  limits?: RemoteLimits;
}

export interface MinimaxApi {
  get(path: string, query: Record<string, string>, signal: AbortSignal): Promise<JsonAnswer>;
  post(path: string, body: object, signal: AbortSignal): Promise<JsonAnswer>;
}

/** Calls to MiniMax with the operator's key. They throw RemoteError if no response arrived. */
export function createMinimaxApi({ apiKey, baseUrl, limits = defaultLimits }: MinimaxApiOptions): MinimaxApi {
  const headers = { authorization: `Bearer ${apiKey}`, accept: 'application/json' };
  // This address is configured by the operator, not taken from a response: any host is allowed.
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

/** The error in a response: from MiniMax's own code if present, else from the HTTP status; null if there is none. */
export function faultIn({ status, body }: JsonAnswer): RemoteError | null {
  const base = baseResponse.safeParse(body).data?.base_resp;
  if (base && base.status_code !== 0) return faultOfCode(base.status_code, base.status_msg);
  const error = errorBody.safeParse(body).data?.error;
  if (status >= 400) {
    // A 5xx with an explanation means that no work was started; without one, it may have been.
    if (status >= 500 && (base || error)) return faultOfCode(1000, error?.message ?? '');
    return faultOfStatus(status, error?.message ?? '');
  }
  return null;
}
