import path from 'node:path';
import { failureNamed } from '#shared/test-names.ts';
import { renditions } from '#shared/renditions.ts';
import type { ProvenanceRecord } from '#shared/schemas/provenance.ts';
import type { TaskStage } from '#shared/status.ts';
import type { CredentialWriter } from '#server/engine/credentials/credentials.ts';
import type { Ingredient } from '#server/engine/credentials/manifest.ts';
import type { VideoTask } from '#server/generated/prisma/client.ts';
import { abortAt } from '#server/platform/concurrency/abort-at.ts';
import { AppError } from '#server/platform/errors.ts';
import { isTestUser } from '#server/platform/database/test-users.ts';
import { emit, startTimer } from '#server/platform/logging/telemetry.ts';
import {
  type AnimationFiles,
  type AnimationProgress,
  DeadlinePassed,
  type VideoProvider,
} from '#server/providers/video/types.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { storeRenditions } from '#server/features/media/film-keys.ts';
import { recordProvenance, sealRendition } from '#server/features/media/provenance.ts';
import { type RunOutput, type Run, type RunDeps, runRowJob } from '#server/features/job-lifecycle/run-job.ts';
import { readVariantId, variantJob } from '../variants/variant-job.ts';
import { addMotion } from './motion-prompt.ts';
import { createSubmissionLog } from './submissions.ts';
import { optionsOf } from '../requests/task-options.ts';
import { type FinishDeps, type TaskResult, videoJob } from './video-job.ts';

export interface GenerationDeps extends RunDeps, FinishDeps {
  video: VideoProvider;
  credentials: CredentialWriter;
  /** VIDEO_DEADLINE: how many seconds a task may take from the start of its first run. */
  env: FinishDeps['env'] & { VIDEO_DEADLINE: number; PHOTO_RETENTION: number };
}

/**
 * Animates the photo of one task and ends the task: with `Success`, or with `Fail` and a refund if a retry is pointless
 * or the deadline has passed. Otherwise behaves as `runRowJob` specifies.
 */
export function runGeneration(deps: GenerationDeps, taskId: string, signal: AbortSignal): Promise<void> {
  return runRowJob(videoJob, deps, taskId, signal, (run) => animate(deps, run));
}

async function animate(deps: GenerationDeps, run: Run<AnimationProgress>): Promise<RunOutput<TaskResult>> {
  const task = await deps.db.videoTask.findUniqueOrThrow({ where: { id: run.id } });
  const { files, ...made } = await animateTask(deps, run, task, task);
  const { width, height, maker, movement } = files;
  return {
    ...made,
    result: { width, height, provider: maker.name, movement, stage: 'finalizing', providerStatus: null },
  };
}

/** Makes a finished task's video again with another movement, and shows it. Behaves as `runRowJob` specifies. */
export function runVariant(deps: GenerationDeps, variantId: string, signal: AbortSignal): Promise<void> {
  return runRowJob(variantJob, deps, variantId, signal, (run) => move(deps, run));
}

async function move(deps: GenerationDeps, run: Run<AnimationProgress>): Promise<RunOutput<object>> {
  const { taskId, motion } = readVariantId(run.id);
  const task = await deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });
  const { startedAt } = await deps.db.videoVariant.findUniqueOrThrow({ where: { id: run.id } });
  const { files: _, ...made } = await animateTask(deps, run, { ...task, motion }, { startedAt });
  return { ...made, result: {} };
}

/**
 * Animates a task's photo before the deadline, which counts from `startedAt`, and seals the provenance into the files.
 */
async function animateTask(
  { db, storage, video, credentials, env }: GenerationDeps,
  { workDir, onProgress, signal }: Run<AnimationProgress>,
  task: VideoTask,
  { startedAt }: { startedAt: Date | null },
) {
  const deadline = new Date((startedAt ?? new Date()).getTime() + env.VIDEO_DEADLINE * 1000);
  using late = abortAt(deadline, new DeadlinePassed('The video took too long'));
  const options = optionsOf(task);
  const sample = await isTestUser(db, task.userId);
  // Whatever was accepted for the local animator goes to no service.
  const provider = task.provider === 'local' ? 'local' : video.name;
  const failure = sample ? failureNamed(task.originalFilename) : null;
  if (failure) throw new AppError(failure);
  const stages = timeStages(onProgress, { provider: sample ? 'local' : provider, test: sample });
  try {
    const photoPath = path.join(workDir, 'photo.jpg');
    await storage.fetchToFile(task.photoKey, photoPath);
    const files = await video.animate({
      ...{
        taskId: task.id,
        photoPath,
        workDir,
        onProgress: stages.onProgress,
        deadline,
        seed: task.seed,
        options,
        sample,
        provider,
      },
      prompt: addMotion(task.prompt, options),
      submissions: createSubmissionLog(db, task.id),
      signal: AbortSignal.any([signal, late.signal]),
    });
    stages.end();
    const making = provenanceOf(task, files);
    const ingredients = ingredientsOf(photoPath, files);
    for (const rendition of renditions)
      await sealRendition(credentials, files[rendition], rendition, {
        making,
        ingredients,
      });
    return {
      files,
      store: (prefix: string) => storeRenditions(storage, prefix, renditionsOf(files)),
      record: (tx: Tx, prefix: string) => recordProvenance(tx, { taskId: task.id }, prefix, making),
    };
  } catch (error) {
    if (late.signal.aborted) throw new AppError('generation_timed_out', { cause: error });
    throw error;
  }
}

/** Forwards progress and measures how long each completed stage took. */
function timeStages(
  onProgress: Run<AnimationProgress>['onProgress'],
  of: { provider: VideoProvider['name']; test: boolean },
) {
  let now: { stage: TaskStage; seconds: () => number } | null = null;
  const end = () => {
    if (now) emit('stage-ended', { stage: now.stage, seconds: now.seconds(), ...of });
    now = null;
  };
  return {
    end,
    onProgress(progress: AnimationProgress) {
      if (progress.stage !== now?.stage) {
        end();
        now = { stage: progress.stage, seconds: startTimer() };
      }
      onProgress(progress);
    },
  };
}

const provenanceOf = ({ photoHash }: VideoTask, { maker, steps }: AnimationFiles): ProvenanceRecord => ({
  makers: [maker],
  photos: photoHash === null ? [] : [photoHash],
  steps: [...steps],
});

/** The photo, and a hosted provider's clip with its own metadata. */
const ingredientsOf = (photo: string, { source, maker }: AnimationFiles): Ingredient[] => [
  { path: photo, type: 'image/jpeg', title: 'Photo', makers: [] },
  ...(source === null
    ? []
    : [{ path: source, type: 'video/mp4' as const, title: 'Clip' as const, makers: [maker] }]),
];

const renditionsOf = ({ clean, watermarked, posterClean, posterWatermarked }: AnimationFiles) => ({
  clean: { video: clean, poster: posterClean },
  watermarked: { video: watermarked, poster: posterWatermarked },
});
