import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../../lib/error-code.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';

interface CancelOptions {
  /** The video will not be made, and its credit is back. */
  onCanceled: () => void;
  /** The video is being made, or is there: it goes on as if nobody had asked. */
  onTooLate: (taskId: string) => void;
}

/** Cancels a video that has not begun, and says what became of that. */
export function useCancelTask({ onCanceled, onTooLate }: CancelOptions) {
  const { t } = useTranslation();
  const { credits, video } = trpc.useUtils();
  const { mutate, isPending } = trpc.video.cancel.useMutation({
    meta: {
      failure: (error) => (errorCodeOf(error) === 'task_begun' ? null : { title: 'progress.cancelFailed' }),
    },
    onSuccess({ credits: balance }) {
      credits.balance.setData(undefined, { credits: balance });
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
