import { setTimeout } from 'node:timers/promises';
import { createId } from '../../platform/ids.ts';
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

/** Whether an address gives a challenge back within three seconds: nothing else may be a callback. */
export async function answersChallenge(url: string): Promise<boolean> {
  const challenge = createId();
  const answer = (await post(url, { challenge }).catch(() => null)) as { challenge?: unknown } | null;
  return answer?.challenge === challenge;
}

/**
 * Tells a job's callback of its states, one after the other, unsigned and in lower case, as its queries would answer. Whether it is
 * heard is the listener's matter: never rejects.
 */
export async function announce({ options }: EmulatorState, job: MinimaxJob, url: string): Promise<void> {
  const { preparing, queueing, processing } = options.paces;
  for (const pace of [0, preparing, queueing, processing]) {
    // A timer can be a millisecond early, when the state is still the one before.
    await setTimeout(pace + early, undefined, { ref: false });
    const status = statusOf(job, options.paces).toLowerCase();
    const fileId = status === 'success' ? { file_id: job.fileId } : {};
    await post(url, { task_id: job.id, status, ...fileId }).catch(() => undefined);
  }
}
