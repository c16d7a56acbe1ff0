import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import { isCompleted } from '#shared/status.ts';
import { deleteWithUndo } from '#client/ui/delete-with-undo.ts';
import { putData } from '#client/api/put-data.ts';
import { useVideoTitle } from '#client/entities/video/video-title.ts';
import { trpc } from '#client/api/trpc.ts';

/** Deletes a task, with an undo period. `focusOn` moves the focus to a task's card, or to the page for null. */
export function useDeleteTask(focusOn: (taskId: string | null) => void) {
  const { t } = useTranslation();
  const titleOf = useVideoTitle();
  const { tasks } = trpc.useUtils().video;
  const { mutateAsync: remove } = trpc.video.delete.useMutation({
    meta: { failure: { title: 'gallery.notDeleted', byCode: false } },
  });
  const { mutateAsync: restore } = trpc.video.restore.useMutation();

  /** `next` gets the focus: the id of a remaining task, or null. */
  return (video: VideoTask, next: string | null) => {
    const { taskId, status } = video;
    return deleteWithUndo({
      hide: () =>
        putData(
          tasks,
          undefined,
          (list) => list && { ...list, tasks: list.tasks.filter((task) => task.taskId !== taskId) },
        ),
      remove: () => remove({ taskId }),
      restore: () => restore({ taskId }),
      renew: () => tasks.invalidate(),
      focusNext: () => focusOn(next),
      focusRestored: () => focusOn(taskId),
      texts: {
        deleted: t(isCompleted(status) ? 'gallery.deleted' : 'gallery.dismissed'),
        what: titleOf(video),
        restored: t('gallery.restored'),
        notRestored: t('gallery.notRestored'),
      },
    });
  };
}
