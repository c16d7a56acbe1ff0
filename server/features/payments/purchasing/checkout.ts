import type { Language } from '#shared/languages.ts';
import { packageOf, type PackageId } from '#shared/packages.ts';
import { href } from '#shared/pages.ts';
import type { User } from '#shared/schemas/auth.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { PaymentProviderError } from '#server/providers/payments/types.ts';
import { type PaymentDeps, requirePayments } from '../deps.ts';
import { priceNote, type PriceNoteSettings } from './price-note.ts';
import { recordPurchase } from '../purchases.ts';

export interface CheckoutRequest {
  user: User;
  packageType: PackageId;
  language: Language;
}

/**
 * Opens a checkout at the payment provider and records it as an open purchase. Returns the URL of the provider's page.
 * Throws AppError `payments_unavailable` if there is no provider or it can't be reached.
 */
export async function startCheckout(
  deps: PaymentDeps & { publicUrl: string; env: PriceNoteSettings },
  { user, packageType, language }: CheckoutRequest,
): Promise<{ url: string }> {
  const { price } = packageOf(packageType);
  const note = priceNote(deps.env, language);
  const { sessionId, url } = await requirePayments(deps)
    .createCheckout({
      userId: user.id,
      email: user.email,
      packageId: packageType,
      productName: serverTexts[language].products[packageType],
      priceNote: note,
      beginText: serverTexts[language].purchase.begin,
      beginTerms,
      price,
      language,
      attemptKey: createId(),
      // Appended to the string because our query encoding would escape the braces.
      successUrl: `${deps.publicUrl}${href(language, 'create')}?session_id={CHECKOUT_SESSION_ID}`,
      cancelUrl: deps.publicUrl + href(language, 'packages'),
    })
    .catch((error: unknown) => {
      if (!(error instanceof PaymentProviderError)) throw error;
      deps.logger.error({ err: error }, 'the payment provider did not open a checkout');
      throw new AppError('payments_unavailable', { cause: error });
    });
  await recordPurchase(deps.db, {
    sessionId,
    userId: user.id,
    packageId: packageType,
    language,
    priceNote: note,
    beginTerms,
  });
  return { url };
}

/**
 * The version of the text at the payment button by which buyers ask for immediate performance (`purchase.begin` in the
 * server's texts, decision 130). A changed wording needs a new version: the version that each buyer agreed to is stored
 * with the purchase.
 */
export const beginTerms = '2026-11-26';

/** The versions whose text doesn't say that videos unlocked by the purchase count as used; null: there was no text. */
const withoutUnlocking: readonly (string | null)[] = [null, '2026-11'];

/** Whether the buyer was told, before paying, that videos unlocked by the purchase count as used. */
export const saysUnlocking = ({ beginTerms: version }: { beginTerms: string | null }): boolean =>
  !withoutUnlocking.includes(version);
