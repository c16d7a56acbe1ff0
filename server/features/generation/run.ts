import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { ErrorCode } from '../../../shared/errors.ts';
import { statusesBefore } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { clearWorkDirs, freshWorkDir } from '../../platform/work-dir.ts';
import { type Storage, StorageNotFoundError } from '../../providers/storage/types.ts';
import { type AnimationFiles, ProviderError, type VideoProvider } from '../../providers/video/types.ts';
import { posterKey, videoKey } from '../media/keys.ts';
import { fail, succeed } from './finish.ts';
import { runPrefix } from './keys.ts';
import { createProgressWriter } from './progress.ts';

export interface RunDeps {
  db: Db;
  storage: Storage;
  video: VideoProvider;
  logger: Logger;
  /** Where runs have their work folders. */
  workRoot: string;
}

/**
 * Animates the photo of one task and ends it: with `Success`, or with `Fail` and the credit back where another try is
 * of no use. Throws where another try may help (the queue repeats the job) and when `signal` aborts. May run twice
 * for one task, even side by side: only one run's effect stays. Leaves no file behind but those of a task that won.
 */
export async function runGeneration(deps: RunDeps, taskId: string, signal: AbortSignal): Promise<void> {
  const [task] = await deps.db.videoTask.updateManyAndReturn({
    where: { id: taskId, status: { in: statusesBefore('Processing') } },
    data: { status: 'Processing', startedAt: new Date() },
  });
  if (!task) {
    await clearWorkDirs(deps.workRoot, workName(taskId));
    return;
  }
  await publish(deps.db, { userId: task.userId, topic: 'task', id: taskId });
  const workDir = await freshWorkDir(deps.workRoot, workName(taskId));
  const progress = createProgressWriter(deps.db, task, deps.logger);
  try {
    const photoPath = path.join(workDir, 'photo.jpg');
    await deps.storage.fetchToFile(task.photoKey, photoPath);
    const files = await deps.video.animate({
      taskId,
      photoPath,
      prompt: task.prompt,
      workDir,
      onProgress: progress.write,
      signal,
    });
    await progress.flush();
    await keep(deps, taskId, files);
  } catch (error) {
    signal.throwIfAborted();
    const code = finalErrorCode(error);
    if (!code) throw error;
    deps.logger.warn({ err: error, taskId }, 'the photo could not be animated');
    await fail(deps.db, taskId, code);
  } finally {
    await progress.flush();
    await rm(workDir, { recursive: true, force: true });
  }
}

const workName = (taskId: string): string => `run-${taskId}`;

/** Stores what a run made under a prefix of its own and ends the task; removes it again if another run was first. */
async function keep(deps: RunDeps, taskId: string, files: AnimationFiles): Promise<void> {
  const renditionPrefix = runPrefix(taskId, createId());
  let won = false;
  try {
    await deps.storage.putFile(videoKey(renditionPrefix, 'clean'), files.clean);
    await deps.storage.putFile(videoKey(renditionPrefix, 'watermarked'), files.watermarked);
    await deps.storage.putFile(posterKey(renditionPrefix, 'clean'), files.posterClean);
    await deps.storage.putFile(posterKey(renditionPrefix, 'watermarked'), files.posterWatermarked);
    won = await succeed(deps.db, taskId, { renditionPrefix, width: files.width, height: files.height });
  } finally {
    if (!won) await removeUnlessKept(deps, taskId, renditionPrefix);
  }
}

/** An error out of `succeed` may hide a commit that went through: only what the task doesn't point to is removed. */
async function removeUnlessKept(deps: RunDeps, taskId: string, renditionPrefix: string): Promise<void> {
  const task = await deps.db.videoTask.findUnique({
    where: { id: taskId },
    select: { renditionPrefix: true },
  });
  if (task?.renditionPrefix !== renditionPrefix) await deps.storage.remove(renditionPrefix);
}

/** The code to end with where another try can't help; null where it can. */
function finalErrorCode(error: unknown): ErrorCode | null {
  if (error instanceof StorageNotFoundError) return 'generation_failed';
  if (!(error instanceof ProviderError)) return null;
  if (error.kind === 'rejected-photo') return 'image_broken';
  return error.kind === 'permanent' ? 'generation_failed' : null;
}
