import type { VideoTask } from '#shared/schemas/video.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { suggestName } from './name-suggestion.ts';
import { trpc } from '#client/api/trpc.ts';
import { usePutTask } from './use-put-task.ts';

/**
 * The suggested name for a video, and a function that renames it, which resolves once the list is updated. Null removes
 * the name.
 */
export function useRenameVideo(video: VideoTask) {
  const put = usePutTask();
  const language = useLanguage();
  const { mutateAsync } = trpc.video.rename.useMutation({ meta: { failure: { title: 'name.failed' } } });
  return {
    suggestion: video.name === null ? suggestName(video, language) : null,
    async rename(name: string | null) {
      await put(await mutateAsync({ taskId: video.taskId, name }));
    },
  };
}
