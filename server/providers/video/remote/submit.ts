import { type AnimationRequest, ProviderError } from '../types.ts';
import { backoff, sleep } from './backoff.ts';
import type { RemoteProviderOptions } from './options.ts';
import { RemoteError } from './service.ts';

/** A submission that the server has accepted. */
export interface AcceptedSubmission {
  number: number;
  remoteId: string;
}

/** A task is never submitted more often than this, even if processes crash or servers fail. */
export const maxSubmissions = 2;

/**
 * Returns the task's submission in progress, or else makes a new one. A submission that was opened but has no id was
 * sent by a run that died, so it is unknown whether the server accepted it: it counts, but is never waited for. Throws
 * ProviderError.
 */
export async function resumeOrSubmit(
  options: RemoteProviderOptions,
  request: AnimationRequest,
): Promise<AcceptedSubmission> {
  const { name } = options.service;
  for (;;) {
    request.signal.throwIfAborted();
    const last = await request.submissions.latest(name);
    const { number = 0, remoteId = null, outcome = null } = last ?? {};
    if (remoteId !== null && outcome === null) return { number, remoteId };
    if (last && outcome === null) {
      const lost = new RemoteError('lost', 'its run died before the answer was written down');
      await endFailedSubmission(options, request, number, lost);
    }
    if (number >= maxSubmissions)
      throw new ProviderError('permanent', `${name} brought no video in ${number} submissions`);
    const accepted = await submit(options, request, number + 1);
    if (accepted) return accepted;
  }
}

/**
 * Sends one submission once a slot is free, and retries while the server is busy. Null if it failed and another may
 * succeed, or if a concurrent run was first.
 */
async function submit(
  options: RemoteProviderOptions,
  request: AnimationRequest,
  number: number,
): Promise<AcceptedSubmission | null> {
  const { service, throttle, poll } = options;
  const timeout = submitSignal(request);
  for (let tries = 0; ; tries += 1) {
    try {
      await throttle.take(timeout);
      if (tries === 0 && !(await request.submissions.open(service.name, number))) return null;
      const remoteId = await service.submit(request);
      await request.submissions.accept(service.name, number, remoteId);
      return { number, remoteId };
    } catch (error) {
      request.signal.throwIfAborted();
      if (timeout.aborted) {
        const busy = new RemoteError('busy', `${service.name} took no work for too long`, { cause: error });
        await endFailedSubmission(options, request, number, busy);
      }
      if (!(error instanceof RemoteError)) throw error;
      if (error.outcome !== 'busy') {
        await endFailedSubmission(options, request, number, error);
        return null;
      }
      await sleep(backoff(tries, poll), request.signal);
    }
  }
}

/** Aborts after half of the remaining time: the server, or another provider, needs the other half. */
function submitSignal({ deadline, signal }: AnimationRequest): AbortSignal {
  const left = Math.max(0, deadline.getTime() - Date.now());
  return AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left / 2))]);
}

/**
 * Ends a submission that yields no video, and alerts the operator if only they can help. Throws ProviderError if
 * another submission is pointless.
 */
export async function endFailedSubmission(
  { service, throttle, pauseSeconds, logger }: RemoteProviderOptions,
  { submissions, taskId }: AnimationRequest,
  number: number,
  error: RemoteError,
): Promise<void> {
  const { outcome, code, message } = error;
  const about = { err: error, taskId, provider: service.name, submission: number, outcome };
  // A server that stays busy for too long has not accepted it.
  await submissions.end(service.name, number, outcome === 'busy' ? 'rejected' : outcome, message);
  if (outcome === 'refused') throw new ProviderError('rejected-photo', message, { code, cause: error });
  if (outcome === 'failed' || outcome === 'lost') {
    logger.warn(about, 'a submission to the video provider failed');
    return;
  }
  if (outcome === 'rejected') await throttle.pause(pauseSeconds);
  logger.error(about, `the video provider ${service.name} requires action by the operator: ${message}`);
  throw new ProviderError('provider-unavailable', message, { cause: error });
}
