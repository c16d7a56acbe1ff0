import { useTranslation } from 'react-i18next';
import type { WaitingPhoto } from '#shared/schemas/box.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { errorCodeOf } from '#client/api/error-code.ts';
import { showFailure } from '#client/ui/failure.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';

interface AnswerOptions {
  onPaymentNeeded: () => void;
  /** The photo no longer waits: its card is about to disappear. */
  onAnswered: (id: string) => void;
}

/** Approves or refuses photos in boxes. */
export function useAnswers({ onPaymentNeeded, onAnswered }: AnswerOptions) {
  const { t } = useTranslation();
  const language = useLanguage();
  const utils = trpc.useUtils();
  const reread = () => void utils.box.waiting.invalidate();
  const approving = trpc.box.approve.useMutation({
    onSuccess(_approved, { id }) {
      onAnswered(id);
      void utils.video.tasks.invalidate();
      void utils.credits.balance.invalidate();
    },
    onError(error) {
      const code = errorCodeOf(error);
      if (code === 'insufficient_credits') return onPaymentNeeded();
      showFailure({ title: 'boxes.approveFailed', text: `errors.${code ?? 'internal_error'}` });
    },
    onSettled: reread,
  });
  const refusing = trpc.box.refuse.useMutation({
    meta: { failure: { title: 'boxes.refuseFailed' } },
    onSuccess(_refused, { id }) {
      showToast({ title: t('boxes.refused'), message: t('boxes.refusedText') });
      onAnswered(id);
    },
    onSettled: reread,
  });
  return {
    answering: approving.isPending || refusing.isPending,
    approve({ id, sender: name }: WaitingPhoto, story: boolean) {
      const toast = { title: t('boxes.approved'), message: t('boxes.approvedText', { name }) };
      approving.mutate({ id, language, story }, { onSuccess: () => showToast(toast) });
    },
    refuse: ({ id }: WaitingPhoto, block: boolean) => refusing.mutate({ id, block }),
  };
}
