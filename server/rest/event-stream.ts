import { isTrackedEnvelope } from '@trpc/server';
import type { Response } from 'express';

/** Proxies cut connections that are silent, most of them after a minute. */
const signEveryMilliseconds = 15_000;

/**
 * Answers with server-sent events (text/event-stream, as HTML's specification has them): each tracked message of tRPC's as
 * one event with its id and its data as JSON, until the messages end. Rejects with what the first message throws, before
 * anything was answered; what later ones throw cuts the connection. Resolves as well when the other side has hung up.
 */
export async function sendEvents(res: Response, messages: AsyncIterable<unknown>): Promise<void> {
  const events = textOf(messages);
  const first = await events.next();
  if (first.done || res.closed) return void res.end();
  res.status(200).set({
    'Cache-Control': 'no-store',
    'Content-Type': 'text/event-stream',
    // nginx would hold events back until its buffer is full.
    'X-Accel-Buffering': 'no',
  });
  res.write(first.value);
  const sign = setInterval(() => res.write(':\n\n'), signEveryMilliseconds);
  try {
    // Whoever does not read makes us hold a few hundred short events at most: a job has no more.
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
