import { HttpError, type HttpRequest, openRequest, readBody } from '../../../platform/http-request.ts';
import { RemoteError } from './service.ts';

export interface JsonCall extends Pick<HttpRequest, 'addresses' | 'headers' | 'signal'> {
  /** Milliseconds until the answer has to be whole. */
  timeout: number;
  url: URL;
  /** Sent by POST, as JSON unless it is bytes; without one the call is a GET. */
  body?: object | { bytes: Uint8Array; type: string };
}

export interface JsonAnswer {
  status: number;
  /** Undefined where the answer is no JSON. */
  body: unknown;
}

const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * One call of an API that answers in JSON, whatever its HTTP status. Throws RemoteError: `busy` if the request can't
 * have reached the server, `unknown` if it may have, `operator` where it would have gone to a forbidden address; or the
 * signal's reason.
 */
export async function callJson({ url, body, headers = {}, timeout, ...rest }: JsonCall): Promise<JsonAnswer> {
  try {
    const response = await openRequest(url, {
      ...rest,
      ...encode(headers, body),
      timeoutMilliseconds: timeout,
    });
    const bytes = await readBody(response, {
      maxBytes: maxAnswerBytes,
      timeoutMilliseconds: timeout,
    });
    return { status: response.statusCode ?? 0, body: parseJson(bytes.toString('utf8')) };
  } catch (error) {
    rest.signal.throwIfAborted();
    if (!(error instanceof HttpError)) throw error;
    const fault = error.reason === 'forbidden-address' ? 'operator' : error.reached ? 'unknown' : 'busy';
    throw new RemoteError(fault, `${url.host}: ${error.message}`, { cause: error });
  }
}

function encode(headers: Record<string, string>, body: JsonCall['body']): Partial<HttpRequest> {
  if (!body) return { headers };
  const { bytes, type } =
    'bytes' in body && body.bytes instanceof Uint8Array
      ? (body as { bytes: Uint8Array; type: string })
      : { bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' };
  return { method: 'POST', headers: { ...headers, 'content-type': type }, body: bytes };
}

/** Parses JSON; a whole number too large for JavaScript stays as it is written. Undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, keepLargeNumbers as (key: string, value: unknown) => unknown);
  } catch {
    return undefined;
  }
}

/** ECMAScript's source text access, which TypeScript's library does not know yet. */
function keepLargeNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source = '' } = context ?? {};
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value;
}
