import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from '#server/emulators/lib/listen.ts';

/** Forwards requests to the servers in turn, like a proxy in front of several machines. */
export interface Proxy {
  url: string;
  /** The current addresses of the servers. */
  servers: string[];
  close(): Promise<void>;
}

/**
 * If a server is down, read requests go to another one; requests that may have had an effect get a 502, and their
 * sender retries.
 */
export async function startProxy(): Promise<Proxy> {
  const servers: string[] = [];
  let turn = 0;
  const { url, close } = await listen((req, res) => {
    turn += 1;
    pass(req, res, [...servers.slice(turn % servers.length), ...servers.slice(0, turn % servers.length)]);
  });
  function pass(req: IncomingMessage, res: ServerResponse, [server, ...others]: string[]): void {
    if (server === undefined) return refuse(res);
    const mayRepeat = req.method === 'GET' || req.method === 'HEAD';
    const onward = request(server + req.url, {
      method: req.method,
      headers: { ...req.headers, 'x-forwarded-for': req.headers['x-forwarded-for'] ?? '127.0.0.1' },
    });
    res.on('close', () => onward.destroy());
    onward.on('error', () => {
      if (res.headersSent) res.destroy();
      else if (mayRepeat && !res.destroyed) pass(req, res, others);
      else refuse(res);
    });
    onward.on('response', (answer) => {
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
