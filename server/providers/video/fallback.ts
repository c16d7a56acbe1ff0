import pLimit from 'p-limit';
import { abortAt } from '#server/platform/concurrency/abort-at.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { type AnimationRequest, DeadlinePassed, ProviderError, type VideoProvider } from './types.ts';

export interface FallbackOptions {
  main: VideoProvider;
  /** Takes over when `main` fails for reasons of its own. */
  other: VideoProvider;
  /** Milliseconds before a task's deadline at which `main` must hand over. */
  reserve: number;
  logger: Logger;
}

/**
 * Combines two providers. Failures that only a different photo can fix are not passed on to `other`; neither are those
 * that `main` asks the queue to retry.
 */
export function createFallbackProvider({ main, other, reserve, logger }: FallbackOptions): VideoProvider {
  const turn = pLimit(other.atOnce);
  return {
    name: main.name,
    usualSeconds: main.usualSeconds,
    keepsPhotos: main.keepsPhotos && other.keepsPhotos,
    atOnce: main.atOnce,
    isShared: main.isShared,
    isAvailable: async () => (await main.isAvailable()) || (await other.isAvailable()),
    async animate(request) {
      try {
        return await animateByMain(main, request, reserve);
      } catch (error) {
        request.signal.throwIfAborted();
        if (!isGivenUp(error)) throw error;
        logger.warn(
          { err: error, taskId: request.taskId, from: main.name, to: other.name },
          'another provider takes over',
        );
        return turn(() => other.animate(request));
      }
    },
    async close() {
      await main.close();
      await other.close();
    },
  };
}

function isGivenUp(error: unknown): boolean {
  if (error instanceof DeadlinePassed) return true;
  return error instanceof ProviderError && ['permanent', 'provider-unavailable'].includes(error.kind);
}

async function animateByMain(main: VideoProvider, request: AnimationRequest, reserve: number) {
  const running = await request.submissions.latest(main.name);
  // A submitted task may still finish while the provider is unavailable; one that isn't submitted goes to `other`.
  if (!running?.remoteId && !(await main.isAvailable()))
    throw new ProviderError('provider-unavailable', `${main.name} waits for its operator`);
  const deadline = new Date(request.deadline.getTime() - reserve);
  using late = abortAt(deadline, new DeadlinePassed(`${main.name} took too long`));
  const signal = AbortSignal.any([request.signal, late.signal]);
  return await main.animate({ ...request, deadline, signal });
}
