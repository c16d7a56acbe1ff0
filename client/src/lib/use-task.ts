import type { VideoTask } from '../../../shared/schemas/video.ts';
import { trpc } from './trpc.ts';

/** One of the user's tasks, as the list of all knows it; undefined as long as it does not. */
export function useTask(taskId: string): VideoTask | undefined {
  const { data } = trpc.video.tasks.useQuery(undefined, {
    select: ({ tasks }) => tasks.find((task) => task.taskId === taskId),
  });
  return data;
}
