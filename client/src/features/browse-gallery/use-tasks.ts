import { isCompleted } from '#shared/status.ts';
import { trpc } from '#client/api/trpc.ts';

/** The user's tasks, newest first, always refetched: all of them, and those with a finished video. */
export function useTasks() {
  const { data, isPending, isError, refetch } = trpc.video.tasks.useQuery(undefined, { staleTime: 0 });
  const tasks = data?.tasks ?? [];
  return {
    loading: isPending,
    failed: isError && !data,
    retry: () => void refetch(),
    tasks,
    videos: tasks.filter((task) => isCompleted(task.status)),
  };
}
