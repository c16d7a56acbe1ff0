import path from 'node:path';
import type { Liveliness, Motion } from '../../../shared/motion/movements.ts';
import type { BorderWish } from '../../../shared/print/print.ts';
import type { VideoTask } from '../../generated/prisma/client.ts';
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
import { readMovementId } from './movement-id.ts';
import { movementWork } from './movement-work.ts';
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

async function animate(deps: GenerationDeps, run: Run<AnimationProgress>): Promise<Made<TaskResult>> {
  const task = await deps.db.videoTask.findUniqueOrThrow({ where: { id: run.id } });
  const { store, files } = await animateTask(deps, run, task, task);
  const { width, height, provider, movement } = files;
  return {
    store,
    result: { width, height, provider, movement, stage: 'finalizing', providerStatus: null },
  };
}

/** Makes a finished task's video once more, with another movement, and shows it. As `runWork` promises. */
export function runMovement(deps: GenerationDeps, movementId: string, signal: AbortSignal): Promise<void> {
  return runWork(movementWork, deps, movementId, signal, (run) => move(deps, run));
}

async function move(deps: GenerationDeps, run: Run<AnimationProgress>): Promise<Made<object>> {
  const { taskId, motion } = readMovementId(run.id);
  const task = await deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });
  const { startedAt } = await deps.db.videoMovement.findUniqueOrThrow({ where: { id: run.id } });
  const { store } = await animateTask(deps, run, { ...task, motion }, { startedAt });
  return { store, result: {} };
}

/** Has a task's photo animated by the deadline of the work that it is done for. */
async function animateTask(
  { db, storage, video, env }: GenerationDeps,
  { workDir, onProgress, signal }: Run<AnimationProgress>,
  task: VideoTask,
  { startedAt }: { startedAt: Date | null },
) {
  const deadline = new Date((startedAt ?? new Date()).getTime() + env.VIDEO_DEADLINE * 1000);
  using late = abortAt(deadline, new DeadlinePassed('The video took too long'));
  // The database checks what these columns hold.
  const wishes = {
    motion: task.motion as Motion,
    liveliness: task.liveliness as Liveliness,
    border: task.border as BorderWish,
    restore: task.restore,
  };
  try {
    const photoPath = path.join(workDir, 'photo.jpg');
    await storage.fetchToFile(task.photoKey, photoPath);
    const files = await video.animate({
      ...{ taskId: task.id, photoPath, workDir, onProgress, deadline, seed: task.seed, wishes },
      prompt: withMotion(task.prompt, wishes),
      submissions: createSubmissionLog(db, task.id),
      signal: AbortSignal.any([signal, late.signal]),
    });
    return { files, store: (prefix: string) => storeRenditions(storage, prefix, renditionsOf(files)) };
  } catch (error) {
    if (late.signal.aborted) throw new AppError('generation_timed_out', { cause: error });
    throw error;
  }
}

const renditionsOf = ({ clean, watermarked, posterClean, posterWatermarked }: AnimationFiles) => ({
  clean: { video: clean, poster: posterClean },
  watermarked: { video: watermarked, poster: posterWatermarked },
});
