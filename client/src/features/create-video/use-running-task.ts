import { useLayoutEffect, useRef } from 'react';
import { isFinal } from '#shared/status.ts';
import { trpc } from '#client/api/trpc.ts';

/**
 * When the page opens, looks once for a task that is still running and passes it to `resume`. True until that is known.
 * Later responses of the list are ignored: a task running then was started here, or belongs to another tab.
 */
export function useRunningTask(resume: (taskId: string) => void): boolean {
  const tasks = trpc.video.tasks.useQuery(undefined, { staleTime: 0 });
  const looked = useRef(false);
  const settled = tasks.isFetchedAfterMount;
  useLayoutEffect(() => {
    if (!settled || looked.current) return;
    looked.current = true;
    const running = tasks.data?.tasks.find((task) => !isFinal(task.status));
    if (running) resume(running.taskId);
  }, [settled, tasks.data, resume]);
  return !settled;
}
