import { type FinishDeps, failTask, taskWork } from './work.ts';
import type { SweepDeps } from '../work/sweep.ts';

/** A run ends its own task at the deadline; a task overdue by more than this has no live run. */
const overdueAfterMilliseconds = 60_000;

/** Fails every task that has been running past its deadline and refunds its credit. Returns how many. */
export async function failOverdueTasks(
  deps: SweepDeps & FinishDeps & { env: { VIDEO_DEADLINE: number } },
): Promise<number> {
  const oldest = new Date(Date.now() - deps.env.VIDEO_DEADLINE * 1000 - overdueAfterMilliseconds);
  const where = { status: taskWork.life.running, startedAt: { lt: oldest } };
  let failed = 0;
  for (const { id } of await deps.db.videoTask.findMany({ where, select: { id: true } })) {
    if (await failTask(deps, id, 'generation_timed_out')) failed += 1;
    deps.logger.error({ taskId: id }, 'a task exceeded its deadline and was ended with a refund');
  }
  return failed;
}
