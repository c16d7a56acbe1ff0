import type { AnimationRequest, SubmissionLog, VideoProvider } from '#server/providers/video/types.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';

const refuse = () => Promise.reject(new Error('the local animator submits nothing to anybody'));

/** For a local provider: any submission is an error. */
export const noSubmissions: SubmissionLog = { latest: refuse, open: refuse, accept: refuse, end: refuse };

/** A request of a run that reports progress to nobody and is never aborted. */
export function animationRequest(
  request: Pick<AnimationRequest, 'photoPath' | 'workDir'> & Partial<AnimationRequest>,
): AnimationRequest {
  return {
    taskId: 'task',
    prompt: '',
    seed: 1,
    options: defaultAnimationOptions,
    onProgress: () => undefined,
    submissions: noSubmissions,
    deadline: new Date(Date.now() + 600_000),
    signal: new AbortController().signal,
    ...request,
  };
}

/**
 * For a test server's `wrapVideo`: the same animator, whose videos are the half-size samples of test tokens, one file for
 * both renditions. They take a fifth of the work, for tests that look at neither size nor watermark.
 */
export const halfSize = (video: VideoProvider): VideoProvider => ({
  ...video,
  animate: (request) => video.animate({ ...request, sample: true }),
});
