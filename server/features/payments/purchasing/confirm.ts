import { errorCatalogue } from '#shared/errors.ts';
import type { PaymentAnswer } from '#shared/schemas/payments.ts';
import type { Purchase } from '#server/generated/prisma/client.ts';
import { AppError } from '#server/platform/errors.ts';
import { PaymentProviderError } from '#server/providers/payments/types.ts';
import { getBalance } from '#server/features/credits/ledger.ts';
import type { PaymentDeps } from '../deps.ts';
import { fulfil } from '../fulfil.ts';

/**
 * The outcome of the user's own checkout session, for the success page. Credits the purchase if it is paid and not
 * credited yet; later calls return the same answer with the current balance. Amounts in cents. Throws AppError
 * `payment_not_found` (an unknown session, or somebody else's: nothing is credited then) or `payments_unavailable`.
 */
export async function confirmPayment(
  deps: PaymentDeps,
  userId: string,
  sessionId: string,
): Promise<PaymentAnswer> {
  const purchase = await fulfil(deps, sessionId, userId).catch((error: unknown) => {
    if (error instanceof PaymentProviderError) throw new AppError('payments_unavailable', { cause: error });
    throw error;
  });
  if (!purchase) throw new AppError('payment_not_found');
  return present(purchase, await getBalance(deps.db, userId));
}

function present({ status, amountPaid, price, mismatch }: Purchase, credits: number): PaymentAnswer {
  if (status === 'paid') return { success: true, credits, amountPaid: amountPaid ?? 0, packagePrice: price };
  const code = mismatch === null ? 'payment_incomplete' : 'payment_in_review';
  return {
    success: false,
    credits,
    amountPaid: 0,
    packagePrice: price,
    error: errorCatalogue[code].text,
    code,
  };
}
