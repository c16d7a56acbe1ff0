import type { Stripe } from 'stripe';
import type { Language } from '#shared/languages.ts';
import { type Html, html } from '#server/platform/texts/html.ts';
import { page } from './layout.ts';
import { texts } from './texts.ts';

export interface EndPageOptions {
  language: Language;
  action: string;
  /** Null for a session without a payment. */
  intent: Stripe.PaymentIntent | null;
}

/** The session's success URL with its id filled in. */
export function successUrl({ id, success_url }: Stripe.Checkout.Session): string {
  return (success_url ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
}

/** The page of a session that is no longer open: paid, pending, failed or expired. */
export function endPage(session: Stripe.Checkout.Session, options: EndPageOptions): string {
  const { language, action, intent } = options;
  const text = texts[language];
  const back = (href: string | null) =>
    href && html`<p><a class="button" href="${href}">${text.back}</a></p>`;
  const show = (heading: string, words: string, rest: Html | null | '') =>
    page(language, heading, html`<h1>${heading}</h1><p>${words}</p>${rest}`);

  if (session.status === 'expired') return show(text.expiredHeading, text.expired, back(session.cancel_url));
  if (session.payment_status !== 'unpaid')
    return show(text.paidHeading, text.paid, back(successUrl(session)));
  if (intent?.status !== 'processing') return show(text.failedHeading, text.failed, back(session.cancel_url));
  const settle = html`<form method="post" action="${action}/arrive"><button class="main" type="submit">${text.arrive}</button></form>
<form method="post" action="${action}/fail"><button type="submit">${text.fail}</button></form>
${back(successUrl(session))}`;
  return show(text.waitingHeading, text.waiting, settle);
}

/** The page for an address without a session. */
export function unknownPage(language: Language): string {
  const text = texts[language];
  return page(language, text.unknownHeading, html`<h1>${text.unknownHeading}</h1><p>${text.unknown}</p>`);
}
