import { useState } from 'react';
import { appLimits } from '#shared/app-limits.ts';
import { isFinal } from '#shared/status.ts';
import { type ProgressState, startProgress, tick } from './task-progress.ts';
import { trpc } from '#client/api/trpc.ts';
import { useNow } from '#client/lib/use-now.ts';

/**
 * A task's progress: polled immediately and every ten seconds, with changes in between pushed by the page's
 * `useChanges`. The cache merges all updates (lib/query-client.ts), so that every card of a task shows the same.
 */
export function useTaskProgress(taskId: string): ProgressState {
  const now = useNow();
  const [atFirst] = useState(() => startProgress(taskId, now));
  const { data } = trpc.video.status.useQuery(
    { taskId },
    {
      enabled: ({ state }) => !state.data || !isFinal(state.data.status),
      staleTime: 0,
      gcTime: 0,
      refetchInterval: appLimits.polling.statusSeconds * 1000,
      meta: {
        failure: { title: 'progress.statusFailed', text: 'progress.statusFailedText', byCode: false },
        once: true,
      },
    },
  );
  return tick((data as ProgressState | undefined) ?? atFirst, now);
}
