import { isTrackedEnvelope } from '@trpc/server';
import type { Response } from 'express';

/** Proxies close idle connections, most of them after a minute. */
const signEveryMilliseconds = 15_000;

/**
 * Answers with server-sent events (text/event-stream, as in the HTML specification): each tracked tRPC message becomes
 * an event with its id and its data as JSON, until the messages end. Rejects if the first message throws, before
 * anything is sent; errors of later messages close the connection. Also resolves when the client disconnects.
 */
export async function sendEvents(res: Response, messages: AsyncIterable<unknown>): Promise<void> {
  const events = textOf(messages);
  const first = await events.next();
  if (first.done || res.closed) return void res.end();
  res.status(200).set({
    'Cache-Control': 'no-store',
    'Content-Type': 'text/event-stream',
    // Otherwise nginx would buffer events.
    'X-Accel-Buffering': 'no',
  });
  if (res.req.method === 'HEAD') {
    await events.return();
    return void res.end();
  }
  res.write(first.value);
  const sign = setInterval(() => res.write(':\n\n'), signEveryMilliseconds);
  try {
    // No backpressure: a client that does not read makes us buffer a few hundred short events at most.
    for await (const event of events) {
      if (res.closed) return;
      res.write(event);
    }
    res.end();
  } finally {
    clearInterval(sign);
  }
}

async function* textOf(messages: AsyncIterable<unknown>): AsyncGenerator<string, void, undefined> {
  for await (const message of messages) {
    if (!isTrackedEnvelope(message)) throw new TypeError('this is no tracked message');
    const [id, data] = message;
    yield `id: ${id}\ndata: ${JSON.stringify(data)}\n\n`;
  }
}
