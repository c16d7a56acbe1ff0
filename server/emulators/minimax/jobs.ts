import { randomInt } from 'node:crypto';
import type { MinimaxScript } from './script.ts';

/** An accepted job. */
export interface MinimaxJob {
  id: string;
  /** An integer of more than 32 bits, like MiniMax's. */
  fileId: string;
  prompt: string;
  model: string;
  photo: Buffer;
  apiKey: string;
  script: MinimaxScript;
  /** Unix milliseconds. */
  createdAt: number;
  /** The number of calls of each kind for it. */
  calls: Record<'query' | 'status' | 'retrieve' | 'download' | 'success', number>;
}

/** The duration of each state in milliseconds. */
export interface MinimaxPaces {
  preparing: number;
  queueing: number;
  processing: number;
}

/** As long as a real id, and below 2^53. */
function newId(): string {
  return String(randomInt(1, 2 ** 47)).padStart(15, '1');
}

export function newJob(
  job: Pick<MinimaxJob, 'prompt' | 'model' | 'photo' | 'apiKey' | 'script'>,
): MinimaxJob {
  return {
    ...job,
    id: newId(),
    fileId: newId(),
    createdAt: Date.now(),
    calls: { query: 0, status: 0, retrieve: 0, download: 0, success: 0 },
  };
}

/** The job's current state in V1's terms. */
export function statusOf({ createdAt, script, calls }: MinimaxJob, paces: MinimaxPaces): string {
  if (script.statuses) return script.statuses[calls.status++] ?? script.end ?? 'Success';
  const age = Date.now() - createdAt;
  if (age < paces.preparing) return 'Preparing';
  if (age < paces.preparing + paces.queueing) return 'Queueing';
  if (age < paces.preparing + paces.queueing + paces.processing) return 'Processing';
  return script.end ?? 'Success';
}
