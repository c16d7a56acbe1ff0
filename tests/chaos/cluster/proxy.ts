import { buffer } from 'node:stream/consumers';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '#server/emulators/lib/listen.ts';

/** Forwards requests to the servers in turn, like a proxy in front of several machines. */
export interface Proxy {
  url: string;
  /** The current addresses of the servers; null for one that is down. */
  servers: (string | null)[];
  close(): Promise<void>;
}

/**
 * If a server is down, read requests go to another one; requests that may have had an effect get a 502, and their
 * sender retries.
 */
export async function startProxy(): Promise<Proxy> {
  const servers: (string | null)[] = [];
  let turn = 0;
  const { url, close } = await listen((req, res) => {
    turn += 1;
    const first = turn % servers.length;
    const inTurn = [...servers.slice(first), ...servers.slice(0, first)];
    pass(
      req,
      res,
      inTurn.filter((server) => server !== null),
    );
  });
  function pass(req: IncomingMessage, res: ServerResponse, [server, ...others]: string[]): void {
    if (server === undefined) return refuse(res);
    const mayRepeat = req.method === 'GET' || req.method === 'HEAD';
    const onward = request(server + req.url, {
      method: req.method,
      headers: { ...req.headers, 'x-forwarded-for': req.headers['x-forwarded-for'] ?? '127.0.0.1' },
    });
    res.on('close', () => onward.destroy());
    const repeat = () => {
      if (mayRepeat && !res.destroyed) pass(req, res, others);
      else refuse(res);
    };
    let hasBegun = false;
    onward.on('error', () => {
      if (!hasBegun) repeat();
    });
    onward.on('response', (answer) => {
      hasBegun = true;
      // A server that dies in the middle of a short answer has not answered; one of a stream has.
      if (mayRepeat && answer.headers['content-length'] !== undefined)
        return void buffer(answer).then(
          (body) => res.writeHead(answer.statusCode ?? 502, answer.headers).end(body),
          repeat,
        );
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => res.destroy()).pipe(res);
    });
    if (mayRepeat) onward.end();
    else req.pipe(onward);
  }
  return { url, servers, close };
}

function refuse(res: ServerResponse): void {
  if (res.headersSent || res.destroyed) return void res.destroy();
  res.writeHead(502, { 'content-type': 'text/plain' }).end('Bad Gateway');
}
