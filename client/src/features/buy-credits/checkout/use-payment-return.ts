import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorCatalogue, isErrorCode } from '#shared/errors.ts';
import { emitAppEvent } from '#client/entities/user/app-events.ts';
import { errorCodeOf, RequestFailure } from '#client/api/error-code.ts';
import type { Failure } from '#client/ui/failure.ts';
import { pendingPayment, settlePayment } from '#client/entities/purchase/payment-return.ts';
import { putData } from '#client/api/put-data.ts';
import { renewRenditions } from '#client/entities/film/renditions.ts';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';
import { useOnce } from '#client/lib/use-once.ts';

/** If the server gave no answer of its own, or asks the visitor to sign in, the request may be repeated. */
function isFinalAnswer(error: unknown): boolean {
  const code = errorCodeOf(error);
  const asksAgain = code === 'too_many_requests' || code === 'not_signed_in';
  return code !== null && !asksAgain && errorCatalogue[code].status < 500;
}

function failureOf(error: unknown): Failure | null {
  const code = errorCodeOf(error);
  // The auth screen appears, and the payment is confirmed behind it.
  if (code === 'not_signed_in') return null;
  return { title: 'payment.failed', text: 'payment.failedText', byCode: code !== 'internal_error' };
}

/**
 * Confirms the payment, once, when a visitor returns from the payment page, and shows the outcome. Then updates the
 * balance and refetches the videos and the history. Does nothing without a payment. Returns whether one was confirmed.
 */
export function usePaymentReturn(): boolean {
  const { t } = useTranslation();
  const { client, credits: creditCalls, video } = trpc.useUtils();

  const { mutate: confirm, isSuccess } = useMutation({
    async mutationFn(sessionId: string) {
      const answer = await client.credits.confirm.mutate({ sessionId });
      if (answer.success) return answer;
      const code = isErrorCode(answer.code) ? answer.code : 'payment_incomplete';
      throw new RequestFailure(code, code);
    },
    networkMode: 'always',
    meta: { failure: failureOf },
    onError(error) {
      if (isFinalAnswer(error)) settlePayment();
    },
    async onSuccess({ credits, amountPaid }, sessionId) {
      settlePayment();
      emitAppEvent({ type: 'purchased', sessionId, amountPaid });
      showToast({ title: t('payment.done'), message: t('payment.doneText', { count: credits }) });
      await putData(creditCalls.balance, undefined, { credits });
      renewRenditions();
      void creditCalls.history.invalidate();
      void video.tasks.invalidate();
    },
  });

  useOnce(() => {
    const sessionId = pendingPayment();
    if (sessionId !== null) confirm(sessionId);
  });
  return isSuccess;
}
