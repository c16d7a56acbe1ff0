import { useTranslation } from 'react-i18next';
import { type ErrorCode, errorCatalogue, isErrorCode } from '../../../../shared/errors.ts';
import { announce } from '../../lib/app-events.ts';
import { errorCodeOf } from '../../lib/error-code.ts';
import { showFailure } from '../../lib/failure.ts';
import { pendingPayment, settlePayment } from '../../lib/payment-return.ts';
import { renewRenditions } from '../../lib/renditions.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';
import { useOnce } from '../../lib/use-once.ts';

/** Where the server gave no answer of its own, a reload may ask again. */
function isFinalAnswer(code: ErrorCode | null): boolean {
  return code !== null && errorCatalogue[code].status < 500 && code !== 'too_many_requests';
}

/**
 * For a visitor who comes back from the payment page: confirms the payment, once, and says what became of it.
 * Then the balance is the new one, and videos and history are asked for again. Does nothing without a payment.
 */
export function usePaymentReturn(): void {
  const { t } = useTranslation();
  const utils = trpc.useUtils();

  function failed(code: ErrorCode | null) {
    if (isFinalAnswer(code)) settlePayment();
    showFailure({ title: 'payment.failed', text: code ? `errors.${code}` : 'payment.failedText' });
  }

  async function confirm(sessionId: string) {
    try {
      const answer = await utils.client.credits.confirm.mutate({ sessionId });
      if (!answer.success) return failed(isErrorCode(answer.code) ? answer.code : 'payment_incomplete');
      settlePayment();
      const { credits, amountPaid } = answer;
      announce({ type: 'purchased', sessionId, amountPaid });
      showToast({ title: t('payment.done'), message: t('payment.doneText', { count: credits }) });
      await utils.credits.balance.cancel();
      utils.credits.balance.setData(undefined, { credits });
      renewRenditions();
      void utils.credits.history.invalidate();
      void utils.video.tasks.invalidate();
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === 'not_signed_in') return void utils.auth.me.invalidate();
      failed(code === 'internal_error' ? null : code);
    }
  }

  useOnce(() => {
    const sessionId = pendingPayment();
    if (sessionId !== null) void confirm(sessionId);
  });
}
