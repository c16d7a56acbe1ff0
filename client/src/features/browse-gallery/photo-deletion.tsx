import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import { Button } from '#client/ui/button.tsx';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { usePutTask } from '#client/entities/video/use-put-task.ts';

/** Offers to delete only a video's source photo, while it is still stored. */
export function PhotoDeletion({ video, onDeleted }: { video: VideoTask; onDeleted: () => void }) {
  const { t } = useTranslation();
  const put = usePutTask();
  const { mutate, isPending } = trpc.video.deletePhoto.useMutation({
    meta: { failure: { title: 'gallery.photoNotDeleted' } },
    async onSuccess(task) {
      onDeleted();
      await put(task);
      showToast({ title: t('gallery.photoDeleted'), message: t('gallery.photoDeletedText') });
    },
  });
  if (!video.photoKept) return null;
  return (
    <>
      <p>{t('gallery.photoKept')}</p>
      <Button
        look="quiet"
        small
        aria-disabled={isPending}
        onClick={() => !isPending && mutate({ taskId: video.taskId })}
      >
        {t('gallery.deletePhoto')}
      </Button>
    </>
  );
}
