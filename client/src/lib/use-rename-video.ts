import type { VideoTask } from '../../../shared/schemas/video.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { suggestName } from './name-suggestion.ts';
import { trpc } from './trpc.ts';

/** What a video can be called, and the call that names it: resolves once the list says so too. Null takes a name away. */
export function useRenameVideo(video: VideoTask) {
  const { tasks } = trpc.useUtils().video;
  const language = useLanguage();
  const { mutateAsync } = trpc.video.rename.useMutation({ meta: { failure: { title: 'name.failed' } } });
  return {
    suggestion: video.name === null ? suggestName(video, language) : null,
    async rename(name: string | null) {
      const renamed = await mutateAsync({ taskId: video.taskId, name });
      // An answer that is on its way may be older than this.
      await tasks.cancel();
      tasks.setData(
        undefined,
        (list) =>
          list && {
            ...list,
            tasks: list.tasks.map((task) => (task.taskId === renamed.taskId ? renamed : task)),
          },
      );
    },
  };
}
