import { randomId } from '../../shared/random-id.ts';
import { errorOf, MemoriError } from './errors.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { assertReadable } from './unreadable.ts';
import { type OnUpload, postForm } from './upload.ts';

/** The Memori server to call, and the credentials for it. */
export interface MemoriOptions extends RetryOptions {
  /** Such as `https://memori.example`. */
  readonly baseUrl: string;
  /** An API token (`mem_live_…`; `mem_test_…` costs nothing), or a function that returns one for each call. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Replaces the global `fetch`, e.g. to use a proxy. Uploads with progress in browsers use XMLHttpRequest. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds until a call without a response is abandoned, except for uploads. Defaults to 30,000. */
  readonly timeout?: number | undefined;
}

export interface Call {
  readonly method?: 'POST' | 'DELETE' | undefined;
  readonly form?: FormData | undefined;
  readonly json?: object | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly onUpload?: OnUpload | undefined;
  /** How many seconds the response may wait for the job to end (`Prefer: wait`). */
  readonly waitSeconds?: number | undefined;
  /** Extra seconds, on top of the usual timeout, that the server may need for other work. */
  readonly workSeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Makes the calls of one client, with its token, its retries and an idempotency key for each change. */
export interface Transport {
  /** Resolves with a 2xx response. Rejects with MemoriError, or with the signal's reason. */
  call(path: string, call?: Call): Promise<Response>;
  /** Like `call`, but resolves with the response's JSON, typed by the caller. */
  json<Answer>(path: string, call?: Call): Promise<Answer>;
  /** Like the global `fetch`, with retries; resolves with the final response, whatever its status. */
  fetch(target: string, init?: RequestInit): Promise<Response>;
  /** Returns the full URL of a path. */
  url(path: string): string;
}

type Send = (signal: AbortSignal) => Promise<Response>;

/** Times out if no response has started by then; reading its body has no limit. */
async function sendWithTimeout(milliseconds: number, signals: AbortSignal[], send: Send): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(
    () => late.abort(new DOMException('No answer came', 'TimeoutError')),
    milliseconds,
  );
  try {
    return await send(AbortSignal.any([...signals, late.signal]));
  } finally {
    clearTimeout(timer);
  }
}

/** Creates a transport for the API at `baseUrl`. Throws TypeError if that is not a URL. */
export function createTransport(options: MemoriOptions): Transport {
  const base = new URL(options.baseUrl).href.replace(/\/+$/, '');
  const { token, timeout = 30_000, fetch: send = (...args) => globalThis.fetch(...args) } = options;

  async function headersFor(method: string, given?: HeadersInit): Promise<Headers> {
    const headers = new Headers(given);
    const secret = typeof token === 'function' ? await token() : token;
    if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`);
    // The same key for all attempts, so that the call takes effect only once.
    if (method !== 'GET' && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', randomId());
    }
    return headers;
  }

  async function retried(url: string, init: RequestInit, milliseconds: number, onUpload?: OnUpload) {
    const { method = 'GET', body, signal } = init;
    const headers = await headersFor(method, init.headers);
    const attempt = async (): Promise<Response> => {
      if (body instanceof FormData) {
        // Runtimes report a file that is gone like a lost connection; Node also ends the process, so it is asked before.
        await assertReadable(body);
        const upload = { url, headers, form: body, onUpload, signal: signal ?? null, fetch: send };
        return postForm(upload).catch(async (error: unknown) => {
          await assertReadable(body);
          throw error;
        });
      }
      const signals = signal ? [signal] : [];
      return sendWithTimeout(milliseconds, signals, (limited) =>
        send(url, { ...init, headers, signal: limited }),
      );
    };
    return withRetries(attempt, options, signal);
  }

  const url = (path: string): string => base + path;

  async function call(path: string, request: Call = {}): Promise<Response> {
    const {
      method = 'GET',
      form,
      json,
      idempotencyKey,
      onUpload,
      signal,
      waitSeconds = 0,
      workSeconds = 0,
    } = request;
    const init = {
      method,
      signal: signal ?? null,
      body: form ?? (json ? JSON.stringify(json) : null),
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(waitSeconds > 0 && { prefer: `wait=${waitSeconds}` }),
      },
    };
    const milliseconds = timeout + (waitSeconds + workSeconds) * 1000;
    const response = await retried(url(path), init, milliseconds, onUpload).catch((cause: unknown) => {
      signal?.throwIfAborted();
      if (cause instanceof MemoriError) throw cause;
      throw new MemoriError('unreachable', `${base} can’t be reached`, { cause });
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  return {
    url,
    call,
    fetch: (target, init = {}) => retried(target, init, timeout),
    async json<Answer>(path: string, request?: Call) {
      return (await (await call(path, request)).json()) as Answer;
    },
  };
}
