import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody } from '#shared/errors.ts';

/**
 * How long an idle connection stays open: longer than proxies keep theirs (nginx and balancers 60 s, Caddy two minutes).
 * Otherwise a proxy sends a request just as we close, and can't know whether it may send a POST again.
 */
const keepAliveTimeout = 130_000;

/** A server without a listener yet, whose limits and first answers are Memori's. */
export function createHttpServer(): Server {
  const server = createServer({ requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout });
  server.on('checkContinue', (req, res) => {
    continueOnceRead(req, res);
    server.emit('request', req, res);
  });
  server.on('clientError', answerUnreadable);
  return server;
}

/** Asks for the body only when it is read, so that who is refused gets the final response at once (RFC 9110, 10.1.1). */
function continueOnceRead(req: IncomingMessage, res: ServerResponse): void {
  // Until then, nobody knows whether what follows on the connection is that body or another request.
  res.shouldKeepAlive = false;
  const read = req._read.bind(req);
  req._read = (size) => {
    req._read = read;
    if (!res.headersSent) {
      res.shouldKeepAlive = true;
      res.writeContinue();
    }
    read(size);
  };
}

const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is not HTTP, such as a method in lower case, with the JSON of any invalid request. */
function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[error.code ?? ''] ?? 400;
  const body = JSON.stringify(errorBody('invalid_request'));
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`);
}
