import { needsPayment } from '#client/api/error-code.ts';
import { trpc } from '#client/api/trpc.ts';

interface LocalOptions {
  /** Called with the task that takes the refused one's place. */
  onReplaced?: (taskId: string) => void;
  /** Takes over if the credit has been spent meanwhile; without it, a toast says so. */
  onPaymentNeeded?: () => void;
}

/** Has a photo that a service refused animated by Memori's own animator, with the credit that came back. */
export function useAnimateLocally({ onReplaced, onPaymentNeeded }: LocalOptions = {}) {
  const { credits, video } = trpc.useUtils();
  const { mutate, isPending } = trpc.video.animateLocally.useMutation({
    meta: {
      failure: (error) => (onPaymentNeeded && needsPayment(error) ? null : { title: 'failure.startFailed' }),
    },
    onSuccess: ({ taskId }) => onReplaced?.(taskId),
    onError(error) {
      if (needsPayment(error)) onPaymentNeeded?.();
    },
    onSettled() {
      void credits.balance.invalidate();
      void credits.history.invalidate();
      void video.tasks.invalidate();
    },
  });
  return { ask: (taskId: string) => !isPending && mutate({ taskId }), isAsking: isPending };
}
