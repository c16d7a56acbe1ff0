import { type FinishDeps, failTask, videoJob } from './video-job.ts';
import type { SweepDeps } from '#server/features/job-lifecycle/sweep-jobs.ts';
import { workThrough } from '#server/platform/jobs/work-through.ts';
import { milliseconds } from '#shared/durations.ts';

export type OverdueDeps = SweepDeps & FinishDeps & { env: { VIDEO_DEADLINE: number } };

/** A run ends its own task at the deadline; a task overdue by more than this has no live run. */
const overdueAfterMilliseconds = milliseconds.minute;

/** Fails every task that has been running past its deadline and refunds its credit. Returns how many. */
export async function failOverdueTasks(deps: OverdueDeps, signal?: AbortSignal): Promise<number> {
  const oldest = new Date(Date.now() - deps.env.VIDEO_DEADLINE * 1000 - overdueAfterMilliseconds);
  const { logger } = deps;
  return workThrough(
    { logger, signal },
    {
      read: (last: { id: string } | undefined, take) =>
        deps.db.videoTask.findMany({
          where: { status: videoJob.life.running, startedAt: { lt: oldest }, id: { gt: last?.id ?? '' } },
          orderBy: { id: 'asc' },
          select: { id: true },
          take,
        }),
      async act({ id }) {
        const failed = await failTask(deps, id, 'generation_timed_out');
        if (failed) logger.error({ taskId: id }, 'a task exceeded its deadline and was ended with a refund');
        return failed;
      },
      describe: ({ id }) => ({ taskId: id }),
    },
  );
}
