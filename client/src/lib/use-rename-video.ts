import type { VideoTask } from '../../../shared/schemas/video.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { suggestName } from './name-suggestion.ts';
import { trpc } from './trpc.ts';
import { usePutTask } from './use-put-task.ts';

/** What a video can be called, and the call that names it: resolves once the list says so too. Null takes a name away. */
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
