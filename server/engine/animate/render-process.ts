// A process that runs animation jobs, one at a time, until it is killed or its parent exits.
import { servePool } from '#server/platform/child-process/serve.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import type { AnalyzedJob, AnimationOutput } from './animation.ts';
import { runAnimationJob, UnreadablePhotoError } from './animation-job.ts';
import type { JobFailure } from './render-error.ts';

export type RenderResponse = { readonly output: AnimationOutput } | { readonly failure: JobFailure };

servePool(async (job: AnalyzedJob, { signal, report }): Promise<RenderResponse> => {
  try {
    return { output: await runAnimationJob(job, report, signal) };
  } catch (error) {
    return { failure: describe(error) };
  }
});

function describe(error: unknown): JobFailure {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  if (error instanceof UnreadablePhotoError)
    return { reason: 'unreadable-photo', message, detail: String(error.cause) };
  if (error instanceof FfmpegError) return { reason: error.reason, message, detail: error.log };
  return { reason: 'internal', message, detail: stack };
}
