import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { TaskProgress } from '../../../shared/schemas/video.ts';
import { isFinal } from '../../../shared/status.ts';
import { newVisitor, type Visitor } from '../../support/visitor.ts';

/** Somebody who has one video made after the other, and asks again whenever the cluster stumbles. */
export interface Family {
  visitor: Visitor;
  /** Tasks that were acknowledged, by the key of their request. */
  accepted: Map<string, string>;
  /** What was answered otherwise than promised, in words. */
  faults: string[];
  /** How long the polls took that were answered, in milliseconds. */
  polls: number[];
}

/** What a proxy or a server says for the moment; whoever meets it asks again. */
const passing = [429, 502, 503];

/** Signs up at `url`. `live` goes on until `signal` is aborted, and resolves when the last video has ended. */
export async function newFamily(url: string, photo: Uint8Array, signal: AbortSignal) {
  const visitor = await newVisitor(url);
  const family: Family = { visitor, accepted: new Map(), faults: [], polls: [] };
  const live = async () => {
    while (!signal.aborted) await watchOne(family, await askForOne(family, photo));
  };
  return { family, live };
}

/** Resolves with the task's id; with one key until it is told, as the first answer may have been lost. */
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
    // The request of before may still be running where its answer was cut off.
    if (response.status !== 409) faults.push(`an upload was answered ${response.status}: ${body}`);
    await delay(500);
  }
}

async function watchOne({ visitor, polls, faults }: Family, taskId: string): Promise<void> {
  let before = 0;
  for (;;) {
    const begun = performance.now();
    const response = await again(() => visitor.get(`/api/video/tasks/${taskId}`));
    polls.push(performance.now() - begun);
    if (response.status !== 200) {
      faults.push(`a poll was answered ${response.status}: ${await response.text()}`);
      return;
    }
    const { status, progress } = (await response.json()) as TaskProgress;
    if (progress < before) faults.push(`the progress of ${taskId} fell from ${before} to ${progress}`);
    before = progress;
    if (isFinal(status)) return;
    await delay(500);
  }
}

/** Asks until somebody answers for good. */
async function again(ask: () => Promise<Response>): Promise<Response> {
  for (;;) {
    const response = await ask().catch(() => null);
    if (response && !passing.includes(response.status)) return response;
    await response?.body?.cancel();
    await delay(Number(response?.headers.get('retry-after') ?? 0.2) * 1000);
  }
}
