import type { VideoTask } from '#shared/schemas/video.ts';
import { trpc } from '#client/api/trpc.ts';

/** One of the user's tasks from the cached list; undefined until it is there. */
export function useTask(taskId: string): VideoTask | undefined {
  const { data } = trpc.video.tasks.useQuery(undefined, {
    select: ({ tasks }) => tasks.find((task) => task.taskId === taskId),
  });
  return data;
}
