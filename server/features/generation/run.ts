import path from 'node:path';
import type { Liveliness, Motion } from '../../../shared/motion/movements.ts';
import type { BorderWish } from '../../../shared/print/print.ts';
import { abortAt } from '../../platform/abort-at.ts';
import { AppError } from '../../platform/errors.ts';
import {
  type AnimationFiles,
  type AnimationProgress,
  DeadlinePassed,
  type VideoProvider,
} from '../../providers/video/types.ts';
import { storeRenditions } from '../media/keys.ts';
import { type Made, type Run, type RunDeps, runWork } from '../work/run.ts';
import { withMotion } from './motion-words.ts';
import { createSubmissionLog } from './submissions.ts';
import { type FinishDeps, type TaskResult, taskWork } from './work.ts';

export interface GenerationDeps extends RunDeps, FinishDeps {
  video: VideoProvider;
  /** VIDEO_DEADLINE: how many seconds a task may take from when it is first worked on. */
  env: FinishDeps['env'] & { VIDEO_DEADLINE: number };
}

/**
 * Animates the photo of one task and ends it: with `Success`, or with `Fail` and the credit back where another try is
 * of no use, or its deadline has passed. As `runWork` promises.
 */
export function runGeneration(deps: GenerationDeps, taskId: string, signal: AbortSignal): Promise<void> {
  return runWork(taskWork, deps, taskId, signal, (run) => animate(deps, run));
}

async function animate(
  { db, storage, video, env }: GenerationDeps,
  { id, workDir, onProgress, signal }: Run<AnimationProgress>,
): Promise<Made<TaskResult>> {
  const task = await db.videoTask.findUniqueOrThrow({ where: { id } });
  const deadline = new Date((task.startedAt ?? new Date()).getTime() + env.VIDEO_DEADLINE * 1000);
  using late = abortAt(deadline, new DeadlinePassed('The video took too long'));
  // The database checks what these columns hold.
  const wishes = {
    motion: task.motion as Motion,
    liveliness: task.liveliness as Liveliness,
    border: task.border as BorderWish,
  };
  try {
    const photoPath = path.join(workDir, 'photo.jpg');
    await storage.fetchToFile(task.photoKey, photoPath);
    const files = await video.animate({
      ...{ taskId: id, photoPath, workDir, onProgress, deadline, seed: task.seed, wishes },
      prompt: withMotion(task.prompt, wishes),
      submissions: createSubmissionLog(db, id),
      signal: AbortSignal.any([signal, late.signal]),
    });
    const { width, height, provider } = files;
    return {
      store: (prefix) => storeRenditions(storage, prefix, renditionsOf(files)),
      result: { width, height, provider, stage: 'finalizing', providerStatus: null },
    };
  } catch (error) {
    if (late.signal.aborted) throw new AppError('generation_timed_out', { cause: error });
    throw error;
  }
}

const renditionsOf = ({ clean, watermarked, posterClean, posterWatermarked }: AnimationFiles) => ({
  clean: { video: clean, poster: posterClean },
  watermarked: { video: watermarked, poster: posterWatermarked },
});
