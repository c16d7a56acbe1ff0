import type { VideoTask } from '../../../shared/schemas/video.ts';
import { trpc } from './trpc.ts';

/** Puts what the server says of one task into the list of them. */
export function usePutTask(): (changed: VideoTask) => Promise<void> {
  const { tasks } = trpc.useUtils().video;
  return async (changed) => {
    // An answer that is on its way may be older than this.
    await tasks.cancel();
    tasks.setData(
      undefined,
      (list) =>
        list && {
          ...list,
          tasks: list.tasks.map((task) => (task.taskId === changed.taskId ? changed : task)),
        },
    );
  };
}
