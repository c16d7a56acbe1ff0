import { HttpError, type HttpRequest, openRequest, readBody } from '#server/platform/network/http-request.ts';
import { RemoteError } from './service.ts';

export interface JsonCall extends Pick<HttpRequest, 'addresses' | 'headers' | 'signal'> {
  /** Milliseconds until the response must be complete. */
  timeout: number;
  url: URL;
  /** Sent by POST as JSON; without a body, the call is a GET. */
  body?: object;
  /** Sent by POST unchanged. */
  upload?: { bytes: Uint8Array; type: string };
}

export interface JsonAnswer {
  status: number;
  /** Undefined if the response isn't JSON. */
  body: unknown;
}

const maxAnswerBytes = 4 * 1024 * 1024;

/**
 * Makes one call to a JSON API; resolves whatever the HTTP status. Throws RemoteError: `busy` if the request can't have
 * reached the server, `lost` if it may have, `rejected` if its address is forbidden; or the signal's reason.
 */
export async function callJson({
  url,
  body,
  upload,
  headers = {},
  timeout,
  ...rest
}: JsonCall): Promise<JsonAnswer> {
  try {
    const response = await openRequest(url, {
      ...rest,
      ...encode(headers, upload ?? (body && json(body))),
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
    const outcome = error.reason === 'forbidden-address' ? 'rejected' : error.reached ? 'lost' : 'busy';
    throw new RemoteError(outcome, `${url.host}: ${error.message}`, { cause: error });
  }
}

const json = (body: object) => ({ bytes: Buffer.from(JSON.stringify(body)), type: 'application/json' });

function encode(headers: Record<string, string>, upload: JsonCall['upload']): Partial<HttpRequest> {
  if (!upload) return { headers };
  return { method: 'POST', headers: { ...headers, 'content-type': upload.type }, body: upload.bytes };
}

/** Parses JSON; an integer too large for JavaScript is kept as its source text. Undefined for anything else. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text, keepLargeNumbers);
  } catch {
    return undefined;
  }
}

/** Uses ECMAScript's JSON.parse source text access, which TypeScript's library doesn't declare yet. */
function keepLargeNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  const { source = '' } = context ?? {};
  return typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(source) ? source : value;
}
