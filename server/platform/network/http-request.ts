import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { isIP, type Socket, type TcpNetConnectOpts } from 'node:net';
import {
  type AddressRule,
  ForbiddenAddressError,
  guardedLookup,
  isAllowed,
  type Resolve,
  UnresolvedNameError,
} from './addresses.ts';
import { milliseconds } from '#shared/durations.ts';
import { withSpan } from '../logging/tracing.ts';

export type HttpFailure =
  | 'forbidden-url'
  | 'forbidden-address'
  | 'unresolved'
  | 'redirect'
  | 'status'
  | 'network'
  | 'timeout'
  | 'incomplete'
  | 'too-large';

/** A failed exchange with another server. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly reason: HttpFailure;
  /** False if the other side certainly didn't receive the request. */
  readonly reached: boolean;
  /** Set for `status` and `redirect`. */
  readonly status: number | undefined;
  constructor(
    reason: HttpFailure,
    message: string,
    { reached, status, ...options }: ErrorOptions & { reached: boolean; status?: number },
  ) {
    super(message, options);
    this.reason = reason;
    this.reached = reached;
    this.status = status;
  }
}

export interface HttpRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Checked at connection time, which defeats DNS rebinding. */
  addresses: AddressRule;
  /** How names are resolved; defaults to that of `addresses`. */
  resolve?: Resolve | undefined;
  /** Timeout until the response headers have arrived. */
  timeoutMilliseconds: number;
  signal: AbortSignal;
}

/**
 * Sends one request on a new connection and resolves once the response headers have arrived; the caller reads or
 * destroys the body. Follows no redirects. Throws HttpError, or the signal's reason once it is aborted.
 */
export async function openRequest(url: URL, request: HttpRequest): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isAllowed(host, request.addresses))
    throw new HttpError('forbidden-address', `${host} is not allowed`, { reached: false });
  request.signal.throwIfAborted();
  const deadline = AbortSignal.timeout(request.timeoutMilliseconds);
  const progress = { connected: false };
  const method = request.method ?? 'GET';
  const attributes = { 'http.request.method': method };
  try {
    return await withSpan(`${method} elsewhere`, { kind: 'CLIENT', attributes }, async (span) => {
      const response = await send(url, request, deadline, progress);
      span.setAttribute('http.response.status_code', response.statusCode ?? 0);
      return refuseRedirect(response);
    });
  } catch (error) {
    request.signal.throwIfAborted();
    throw explain(error, deadline.aborted, progress.connected);
  }
}

/** Of several addresses, each gets this long: Node's 250 ms are too short for another continent. Passed on to the socket. */
const connecting = {
  autoSelectFamily: true,
  autoSelectFamilyAttemptTimeout: 3 * milliseconds.second,
} satisfies Partial<TcpNetConnectOpts>;

function send(
  url: URL,
  { method = 'GET', headers = {}, body, addresses, resolve, signal }: HttpRequest,
  deadline: AbortSignal,
  progress: { connected: boolean },
): Promise<IncomingMessage> {
  const secure = url.protocol === 'https:';
  // The deadline covers only the headers; the body's reader has its own limits.
  const headOnly = new AbortController();
  const abortHead = () => headOnly.abort(deadline.reason);
  deadline.addEventListener('abort', abortHead, { once: true });
  const exchange = (secure ? requestSecure : requestPlain)(url, {
    method,
    headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
    lookup: guardedLookup(addresses, resolve),
    ...connecting,
    agent: false,
    signal: AbortSignal.any([signal, headOnly.signal]),
  });
  exchange.once('socket', (socket: Socket) => {
    socket.once(secure ? 'secureConnect' : 'connect', () => {
      progress.connected = true;
    });
  });
  return new Promise((resolveHead, reject) => {
    exchange.once('error', reject);
    // Without an error if the other side changes the protocol (101). Nothing else would end the wait, not even the signal.
    exchange.once('close', () => reject(new Error('closed without an answer')));
    exchange.once('response', (response) => {
      deadline.removeEventListener('abort', abortHead);
      resolveHead(response);
    });
    exchange.end(body);
  });
}

function refuseRedirect(response: IncomingMessage): IncomingMessage {
  const status = response.statusCode ?? 0;
  if (status < 300 || status >= 400) return response;
  response.destroy();
  throw new HttpError('redirect', `answered ${status}`, { reached: true, status });
}

function explain(cause: unknown, timedOut: boolean, connected: boolean): HttpError {
  if (cause instanceof HttpError) return cause;
  if (cause instanceof ForbiddenAddressError)
    return new HttpError('forbidden-address', cause.message, { cause, reached: false });
  if (cause instanceof UnresolvedNameError)
    return new HttpError('unresolved', cause.message, { cause, reached: false });
  if (timedOut) return new HttpError('timeout', 'no answer in time', { cause, reached: connected });
  const { code, message } = cause as NodeJS.ErrnoException;
  return new HttpError('network', code ?? message, { cause, reached: connected });
}

/**
 * Reads the whole body, up to `maxBytes`, within `timeoutMilliseconds`. Throws HttpError `too-large`, `timeout` or
 * `incomplete`; the signal's reason once aborted.
 */
export async function readBody(
  response: IncomingMessage,
  { maxBytes, timeoutMilliseconds }: { maxBytes: number; timeoutMilliseconds: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(
    () => response.destroy(new HttpError('timeout', 'the answer does not end', { reached: true })),
    timeoutMilliseconds,
  );
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > maxBytes)
        throw new HttpError('too-large', `more than ${maxBytes} bytes`, { reached: true });
      chunks.push(chunk);
    }
  } catch (cause) {
    if (cause instanceof HttpError) throw cause;
    throw new HttpError('incomplete', 'the answer broke off', { cause, reached: true });
  } finally {
    clearTimeout(timer);
    response.destroy();
  }
  return Buffer.concat(chunks);
}
