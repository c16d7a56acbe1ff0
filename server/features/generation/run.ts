import path from 'node:path';
import { AppError } from '../../platform/errors.ts';
import {
  type AnimationFiles,
  type AnimationProgress,
  DeadlinePassed,
  type VideoProvider,
} from '../../providers/video/types.ts';
import { storeRenditions } from '../media/keys.ts';
import { type Made, type Run, type RunDeps, runWork } from '../work/run.ts';
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
  using late = abortAt(deadline);
  try {
    const photoPath = path.join(workDir, 'photo.jpg');
    await storage.fetchToFile(task.photoKey, photoPath);
    const files = await video.animate({
      ...{ taskId: id, photoPath, prompt: task.prompt, workDir, onProgress, deadline },
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

/** A signal that aborts with DeadlinePassed at that time, unless it is disposed of before. */
function abortAt(time: Date) {
  const abort = new AbortController();
  const expire = () => abort.abort(new DeadlinePassed('The video took too long'));
  const timer = setTimeout(expire, Math.max(0, time.getTime() - Date.now()));
  return { signal: abort.signal, [Symbol.dispose]: () => clearTimeout(timer) };
}
