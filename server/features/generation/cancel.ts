import type { CanceledTask } from '#shared/schemas/video.ts';
import { taskLife } from '#shared/status.ts';
import { AppError } from '#server/platform/errors.ts';
import { personOf } from '#server/platform/database/test-users.ts';
import { getBalance } from '../credits/ledger.ts';
import { cancelWaiting } from '../job-lifecycle/end-job.ts';
import { ownTask } from './tasks.ts';
import { type FinishDeps, videoJob } from './running/video-job.ts';

/**
 * Cancels a task that no run has started yet and refunds its credit, in one transaction; its job then finds nothing to
 * do. If a run and a cancellation race, exactly one wins. Throws AppError `task_not_found`, also for somebody else's
 * task, and `task_begun`, `task_finished` or `task_canceled` if it comes too late.
 */
export async function cancelTask(deps: FinishDeps, userId: string, taskId: string): Promise<CanceledTask> {
  await ownTask(deps.db, userId, taskId);
  if (!(await cancelWaiting(videoJob, deps, taskId, 'task_canceled'))) {
    const { status, errorCode } = await ownTask(deps.db, userId, taskId);
    if (errorCode === 'task_canceled') throw new AppError('task_canceled');
    throw new AppError(status === taskLife.running ? 'task_begun' : 'task_finished');
  }
  return { taskId, status: 'Cancelled', credits: await getBalance(deps.db, await personOf(deps.db, userId)) };
}
