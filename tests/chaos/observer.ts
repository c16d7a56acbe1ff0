import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { Visitor } from '../support/visitor.ts';
import { until } from './waiting.ts';

/** A client that keeps polling and listening during an outage. */
export interface Observer {
  /** Responses that broke the contract, as text. */
  faults: string[];
  /** The maximum latency so far of a call, and of `/healthz`, in milliseconds. */
  longest: { call: number; healthz: number };
  /** Resolves once calls succeed and a push arrives. */
  recovered(): Promise<void>;
  /** Resolves once a call that begins from now on is answered, with whatever. */
  answered(): Promise<void>;
  stop(): Promise<void>;
}

const away = {
  error: 'Memori is busy right now. Please try again in a moment.',
  code: 'service_unavailable',
};

/** Whether an answer is the promised one: wherever it points to, as processes differ in their address. */
function isAway(body: string): boolean {
  if (!body.startsWith('{')) return false;
  const { doc: _, ...said } = JSON.parse(body) as Record<string, unknown>;
  return isDeepStrictEqual(said, away);
}

/** Polls and listens as `visitor`; `announce` publishes an event of the visitor's, as another process would. */
export function startObserver(url: string, visitor: Visitor, announce: () => Promise<unknown>): Observer {
  const stopping = new AbortController();
  const faults: string[] = [];
  const longest = { call: 0, healthz: 0 };
  const counts = { answers: 0, pushes: 0, begun: 0, newestAnswered: 0 };

  async function time(kind: keyof typeof longest, ask: () => Promise<Response>): Promise<Response | null> {
    const startedAt = performance.now();
    try {
      return await ask();
    } catch (error) {
      faults.push(`${kind} got no answer: ${String(error)}`);
      return null;
    } finally {
      longest[kind] = Math.max(longest[kind], performance.now() - startedAt);
    }
  }

  async function poll(): Promise<void> {
    const number = (counts.begun += 1);
    const response = await time('call', () => visitor.get('/api/credits/balance'));
    if (!response) return;
    counts.newestAnswered = number;
    if (response.status === 200) counts.answers += 1;
    const body = await response.text();
    const promised = response.status === 503 && response.headers.has('retry-after');
    if (response.status !== 200 && !(promised && isAway(body)))
      faults.push(`a poll was answered ${response.status}: ${body}`);
  }

  async function askHealth(): Promise<void> {
    const response = await time('healthz', () => fetch(`${url}/healthz`));
    if (response && response.status !== 200) faults.push(`/healthz answered ${response.status}`);
  }

  /** Like a browser, reopens a stream that ends. */
  async function listen(): Promise<void> {
    try {
      const headers = { accept: 'text/event-stream', cookie: visitor.cookie };
      const response = await fetch(`${url}/api/trpc/changes.watch`, { headers, signal: stopping.signal });
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? [])
        if (chunk.includes('"of":"balance"')) counts.pushes += 1;
    } catch {
      // It was cut or refused: open the next one.
    }
  }

  async function repeat(work: () => Promise<void>, pause: number): Promise<void> {
    while (!stopping.signal.aborted) {
      await work();
      await delay(pause, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }
  const loops = [repeat(poll, 100), repeat(askHealth, 100), repeat(listen, 500)];

  return {
    faults,
    longest,
    async recovered() {
      const before = { ...counts };
      const isBack = async () => {
        await announce().catch(() => {});
        return counts.answers > before.answers && counts.pushes > before.pushes;
      };
      await until('an observer gets an answer and a push', isBack, { interval: 100 });
    },
    async answered() {
      const { begun } = counts;
      await until('a call is answered', () => counts.newestAnswered > begun);
    },
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
