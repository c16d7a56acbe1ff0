import { isCompleted } from '../../../../shared/status.ts';
import { trpc } from '../../lib/trpc.ts';

/** The user's finished videos, newest first, always asked for anew. */
export function useVideos() {
  const tasks = trpc.video.tasks.useQuery(undefined, { staleTime: 0 });
  return {
    loading: tasks.isPending,
    failed: tasks.isError && !tasks.data,
    retry: () => void tasks.refetch(),
    videos: tasks.data?.tasks.filter((task) => isCompleted(task.status)) ?? [],
  };
}
