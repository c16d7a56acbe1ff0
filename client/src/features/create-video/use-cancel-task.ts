import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '#client/api/error-code.ts';
import { putData } from '#client/api/put-data.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';

interface CancelOptions {
  /** The task was canceled and its credit refunded. */
  onCanceled: () => void;
  /** The video is already being made or finished, and continues unaffected. */
  onTooLate: (taskId: string) => void;
}

/** Cancels a video that has not started, and shows the outcome. */
export function useCancelTask({ onCanceled, onTooLate }: CancelOptions) {
  const { t } = useTranslation();
  const { credits, video } = trpc.useUtils();
  const { mutate, isPending } = trpc.video.cancel.useMutation({
    meta: {
      failure: (error) => (errorCodeOf(error) === 'task_begun' ? null : { title: 'progress.cancelFailed' }),
    },
    async onSuccess({ credits: balance }) {
      await putData(credits.balance, undefined, { credits: balance });
      void credits.history.invalidate();
      void video.tasks.invalidate();
      showToast({ title: t('progress.canceled'), message: t('failure.refunded') });
      onCanceled();
    },
    onError(error, { taskId }) {
      if (errorCodeOf(error) === 'task_begun')
        showToast({ title: t('progress.begun'), message: t('progress.begunText') });
      onTooLate(taskId);
    },
  });
  return { cancel: (taskId: string) => mutate({ taskId }), isCanceling: isPending };
}
