import type { VideoTask } from '#shared/schemas/video.ts';
import { putData } from '#client/api/put-data.ts';
import { trpc } from '#client/api/trpc.ts';

/** Returns a function that writes the server's state of one task into the cached list. */
export function usePutTask(): (changed: VideoTask) => Promise<void> {
  const { tasks } = trpc.useUtils().video;
  return (changed) =>
    putData(
      tasks,
      undefined,
      (list) =>
        list && {
          ...list,
          tasks: list.tasks.map((task) => (task.taskId === changed.taskId ? changed : task)),
        },
    );
}
