import { setTimeout } from 'node:timers/promises';
import { createId } from '#server/platform/ids.ts';
import { type MinimaxJob, statusOf } from './jobs.ts';
import type { EmulatorState } from './state.ts';

const challengeMilliseconds = 3000;
const early = 2;

async function post(url: string, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(challengeMilliseconds),
  });
  return response.json();
}

/** Whether an address echoes a challenge within three seconds, as required of a callback. */
export async function answersChallenge(url: string): Promise<boolean> {
  const challenge = createId();
  const answer = (await post(url, { challenge }).catch(() => null)) as { challenge?: unknown } | null;
  return answer?.challenge === challenge;
}

/**
 * Sends a job's states to its callback one after another, unsigned and in lower case, as its queries would return them.
 * Ignores delivery failures: never rejects.
 */
export async function announce({ options }: EmulatorState, job: MinimaxJob, url: string): Promise<void> {
  const { preparing, queueing, processing } = options.paces;
  for (const pace of [0, preparing, queueing, processing]) {
    // A timer can fire a millisecond early, while the previous state still applies.
    await setTimeout(pace + early, undefined, { ref: false });
    const status = statusOf(job, options.paces).toLowerCase();
    const fileId = status === 'success' ? { file_id: job.fileId } : {};
    await post(url, { task_id: job.id, status, ...fileId }).catch(() => undefined);
  }
}
