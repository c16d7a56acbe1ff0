import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:http';

/** The actions of a visitor, and their share per 1,000 requests: a visit of some minutes with one photo. */
export const actionWeights = {
  balance: 420,
  status: 250,
  tasks: 110,
  me: 60,
  page: 60,
  share: 40,
  watch: 54,
  upload: 4,
  buy: 2,
} as const;
export type Action = keyof typeof actionWeights;

export interface Customer {
  cookie: string;
  /** One of the customer's videos. */
  taskId: string;
}

export interface LoadTarget {
  url: string;
  customers: readonly Customer[];
  /** A film that is publicly shared. */
  filmId: string;
  photoPath: string;
}

export interface Answer {
  status: number;
  retryAfter: boolean;
}

const agent = new Agent({ keepAlive: true });
const timeout = 30_000;

interface RawResponse {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** The server closed an idle keep-alive connection while it was being reused: browsers then retry on another one. */
class ConnectionClosed extends Error {}

/** Sends a request and reads the whole response. Rejects if there is none. */
async function ask(...what: Parameters<typeof askOnce>): Promise<RawResponse> {
  try {
    return await askOnce(...what);
  } catch (error) {
    if (error instanceof ConnectionClosed) return ask(...what);
    throw error;
  }
}

function askOnce(
  url: string,
  { cookie }: Customer,
  { method = 'GET', type, body }: { method?: string; type?: string; body?: Buffer | string } = {},
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      ...(type && { 'content-type': type }),
      ...(body && { 'content-length': Buffer.byteLength(body) }),
    };
    const sent = request(url, { method, headers, agent, timeout: timeout }, (res) => {
      const chunks: Buffer[] = [];
      res
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('error', reject)
        .on('end', () =>
          resolve({
            status: res.statusCode ?? 0,
            headers: res.headers,
            body: chunks.length < 8 ? Buffer.concat(chunks).toString('latin1') : '',
          }),
        );
    });
    const fail = (error: NodeJS.ErrnoException) =>
      reject(sent.reusedSocket && error.code === 'ECONNRESET' ? new ConnectionClosed() : error);
    sent.on('error', fail).on('timeout', () => sent.destroy(new Error('no answer in 30 s')));
    sent.end(body);
  });
}

const boundary = 'memori-bench';

/** A multipart form as sent by browsers. */
export function formWith(photo: Buffer): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="image"; filename="nonna.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), photo, Buffer.from(`\r\n--${boundary}--\r\n`)]);
}

/**
 * Performs one action and resolves with the response: for several requests in a row, the first refusal or the last
 * response.
 */
export async function performAction(
  action: Action,
  target: LoadTarget,
  customer: Customer,
  form: Buffer,
): Promise<Answer> {
  const { url, filmId } = target;
  const to = (path: string, init?: Parameters<typeof ask>[2]) => ask(url + path, customer, init);
  const simple = {
    balance: '/api/credits/balance',
    status: `/api/video/status/${customer.taskId}`,
    tasks: '/api/video/tasks?limit=20',
    me: '/api/auth/me',
    page: '/en',
    share: `/en/video/${filmId}`,
    watch: `/api/public/video/${filmId}`,
  } as const;
  const answerOf = ({ status, headers }: RawResponse): Answer => ({
    status,
    retryAfter: 'retry-after' in headers,
  });
  if (action === 'upload') {
    const type = `multipart/form-data; boundary=${boundary}`;
    return answerOf(await to('/api/video/generate', { method: 'POST', type, body: form }));
  }
  if (action !== 'buy') return answerOf(await to(simple[action]));
  const body = JSON.stringify({ packageType: 'heritage', language: 'en' });
  const opened = await to('/api/credits/checkout', { method: 'POST', type: 'application/json', body });
  if (opened.status !== 200) return answerOf(opened);
  const page = (JSON.parse(opened.body) as { url: string }).url;
  const paid = await ask(`${page}/pay`, customer, { method: 'POST' });
  if (paid.status !== 303) return answerOf(paid);
  const session = new URL(paid.headers.location ?? '', url).searchParams.get('session_id');
  return answerOf(await to(`/api/checkout/success?session_id=${session}`));
}
