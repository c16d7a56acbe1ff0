import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskProgress } from '#shared/schemas/video.ts';
import { isFinal } from '#shared/status.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

/** A user who requests one video after the other, and retries whenever the cluster fails. */
export interface Family {
  visitor: Visitor;
  /** Tasks that were acknowledged, by the idempotency key of their request. */
  accepted: Map<string, string>;
  /** Responses that broke the contract, as text. */
  faults: string[];
  /** The latencies of answered polls, in milliseconds. */
  polls: number[];
}

/** Transient responses of a proxy or a server, after which clients retry. */
const passing = [429, 502, 503];

/** Signs up at `url`. `live` runs until `signal` is aborted, and resolves when the last video has ended. */
export async function newFamily(url: string, photo: Uint8Array, signal: AbortSignal) {
  const visitor = await newVisitor(url);
  const family: Family = { visitor, accepted: new Map(), faults: [], polls: [] };
  const live = async () => {
    while (!signal.aborted) await watchOne(family, await askForOne(family, photo));
  };
  return { family, live };
}

/** Resolves with the task's id. Keeps the same key until there is a response, as the first one may have been lost. */
async function askForOne({ visitor, accepted, faults }: Family, photo: Uint8Array): Promise<string> {
  const key = randomUUID();
  for (;;) {
    const response = await again(() => visitor.generate(photo, { headers: { 'idempotency-key': key } }));
    const body = await response.text();
    if (response.status === 202) {
      const { taskId } = JSON.parse(body) as { taskId: string };
      accepted.set(key, taskId);
      return taskId;
    }
    // The previous request may still be running if its response was cut off.
    if (response.status !== 409) faults.push(`an upload was answered ${response.status}: ${body}`);
    await delay(500);
  }
}

async function watchOne({ visitor, polls, faults }: Family, taskId: string): Promise<void> {
  let before = 0;
  for (;;) {
    const startedAt = performance.now();
    const response = await again(() => visitor.get(`/api/video/tasks/${taskId}`));
    polls.push(performance.now() - startedAt);
    if (response.status !== 200) {
      faults.push(`a poll was answered ${response.status}: ${await response.text()}`);
      return;
    }
    const { status, progress } = (await response.json()) as TaskProgress;
    if (progress < before) faults.push(`the progress of ${taskId} fell from ${before} to ${progress}`);
    before = progress;
    if (isFinal(status)) return;
    await delay(250);
  }
}

/** Retries until there is a final response. */
async function again(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask().catch(() => null);
    if (response && !passing.includes(response.status)) return response;
    await response?.body?.cancel();
    await delay(Number(response?.headers.get('retry-after') ?? 0.2) * 1000);
  }
}
