import { errorOf, MemoriError } from './errors.ts';
import { type RetryOptions, withRetries } from './retry.ts';
import { type OnUpload, postForm } from './upload.ts';

/** Where Memori is, and who calls. */
export interface MemoriOptions extends RetryOptions {
  /** Such as `https://memori.example`. */
  readonly baseUrl: string;
  /** An API token (`mem_live_…`; `mem_test_…` costs nothing), or how to get one for each call. */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** In place of the global one, as for a proxy. Uploads with progress in browsers are made by XMLHttpRequest. */
  readonly fetch?: typeof fetch | undefined;
  /** Milliseconds after which a call without an answer counts as lost, uploads excepted. 30,000 unless told otherwise. */
  readonly timeout?: number | undefined;
}

export interface Call {
  readonly method?: 'POST' | undefined;
  readonly form?: FormData | undefined;
  readonly json?: object | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly onUpload?: OnUpload | undefined;
  /** The seconds that the answer may wait for an end (`Prefer: wait`). */
  readonly waitSeconds?: number | undefined;
  /** The seconds that the answer may take for anything else, beside the usual ones. */
  readonly workSeconds?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Makes the calls of one client: with its token, its retries, and a name of its own for each change. */
export interface Transport {
  /** Resolves with an answer of 2xx. Rejects with MemoriError, or with the signal's reason. */
  call(path: string, call?: Call): Promise<Response>;
  /** The same, with the JSON of the answer: the caller says which schema it has. */
  json<Answer>(path: string, call?: Call): Promise<Answer>;
  /** As `fetch` of an address, and resolves with whatever status comes in the end. */
  fetch(target: string, init?: RequestInit): Promise<Response>;
  /** The whole address of a path. */
  url(path: string): string;
}

type Send = (signal: AbortSignal) => Promise<Response>;

/** Gives up where no answer has begun; its body may take as long as it takes. */
async function answerWithin(milliseconds: number, signals: AbortSignal[], send: Send): Promise<Response> {
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

/** A way to the API of `baseUrl`. Throws TypeError where that is no address. */
export function createTransport(options: MemoriOptions): Transport {
  const base = new URL(options.baseUrl).href.replace(/\/+$/, '');
  const { token, timeout = 30_000, fetch: send = (...args) => globalThis.fetch(...args) } = options;

  async function headersFor(method: string, given?: HeadersInit): Promise<Headers> {
    const headers = new Headers(given);
    const secret = typeof token === 'function' ? await token() : token;
    if (secret !== undefined) headers.set('authorization', `Bearer ${secret}`);
    // Kept over all tries: however often the call is sent, it happens once.
    if (method !== 'GET' && !headers.has('idempotency-key')) {
      headers.set('idempotency-key', crypto.randomUUID());
    }
    return headers;
  }

  async function retried(url: string, init: RequestInit, milliseconds: number, onUpload?: OnUpload) {
    const { method = 'GET', body, signal } = init;
    const headers = await headersFor(method, init.headers);
    const attempt = (): Promise<Response> => {
      if (body instanceof FormData) {
        return postForm({ url, headers, form: body, onUpload, signal: signal ?? null, fetch: send });
      }
      const signals = signal ? [signal] : [];
      return answerWithin(milliseconds, signals, (limited) =>
        send(url, { ...init, headers, signal: limited }),
      );
    };
    return withRetries(attempt, options, signal);
  }

  const url = (path: string): string => base + path;

  async function call(path: string, asked: Call = {}): Promise<Response> {
    const {
      method = 'GET',
      form,
      json,
      idempotencyKey,
      onUpload,
      signal,
      waitSeconds = 0,
      workSeconds = 0,
    } = asked;
    const init = {
      ...{ method, signal: signal ?? null, body: form ?? (json ? JSON.stringify(json) : null) },
      headers: {
        ...(json && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...(waitSeconds > 0 && { prefer: `wait=${waitSeconds}` }),
      },
    };
    const milliseconds = timeout + (waitSeconds + workSeconds) * 1000;
    const response = await retried(url(path), init, milliseconds, onUpload).catch((cause: unknown) => {
      signal?.throwIfAborted();
      throw new MemoriError('unreachable', `${base} can’t be reached`, { cause });
    });
    if (!response.ok) throw await errorOf(response);
    return response;
  }

  return {
    url,
    call,
    fetch: (target, init = {}) => retried(target, init, timeout),
    async json<Answer>(path: string, asked?: Call) {
      return (await (await call(path, asked)).json()) as Answer;
    },
  };
}
