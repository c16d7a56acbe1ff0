import type { Stripe } from 'stripe';
import type { Language } from '#shared/languages.ts';
import { promotionCodes } from '../objects/promotion-codes.ts';
import { type CheckoutRecord, idIn } from '../state.ts';
import { type Html, html } from '#server/platform/texts/html.ts';
import { page } from './layout.ts';
import { formatPrice, type Texts, texts } from './texts.ts';

/** The outcome of the last form; part of the next page's address. */
export const notices = ['declined', 'code-applied', 'code-removed', 'code-missing', 'code-wrong'] as const;
export type Notice = (typeof notices)[number];

export interface PayPageOptions {
  language: Language;
  /** Where the page's forms are sent, without a trailing slash. */
  action: string;
  notice: Notice | null;
  /** The promotion code that was rejected. */
  entered: string;
}

/** The page of an open session: the items, the promotion code, and every possible outcome of a payment. */
export function payPage(record: CheckoutRecord, options: PayPageOptions): string {
  const { language, notice } = options;
  const text = texts[language];
  const declined = notice === 'declined';
  const title = declined ? `${text.declinedTitle} · ${text.heading}` : text.heading;
  const content = html`${declined && html`<p class="alert" role="alert">${text.declined}</p>`}
<h1>${text.heading}</h1>
${summary(record, language)}
${record.session.allow_promotion_codes && codeForm(record.session, options, text)}
<h2>${text.choose}</h2>
${record.session.custom_text.submit && html`<p>${record.session.custom_text.submit.message}</p>`}
${waysToPay(record.session, options, text)}
${record.session.cancel_url && html`<a class="button" href="${record.session.cancel_url}">${text.cancel}</a>`}`;
  return page(language, title, content);
}

function appliedCode({ discounts }: Stripe.Checkout.Session): string | null {
  const applied = idIn(discounts?.[0]?.promotion_code);
  return promotionCodes.find(({ id }) => id === applied)?.code ?? null;
}

function summary({ session, lineItems, lineNotes = [] }: CheckoutRecord, language: Language): Html {
  const text = texts[language];
  const price = (amount: number | null) => formatPrice(amount ?? 0, session.currency ?? 'eur', language);
  const code = appliedCode(session);
  const items = lineItems.map(
    ({ description, quantity, amount_subtotal }, index) =>
      html`<div><dt>${description}${lineNotes[index] && html`<br><span class="note">${lineNotes[index]}</span>`}${(quantity ?? 1) > 1 && html` <span class="note">${text.quantity}: ${quantity}</span>`}</dt><dd>${price(amount_subtotal)}</dd></div>`,
  );
  const discount =
    code &&
    html`<div><dt>${text.subtotal}</dt><dd>${price(session.amount_subtotal)}</dd></div>
<div><dt>${text.discount} (${code})</dt><dd>${price(-(session.total_details?.amount_discount ?? 0))}</dd></div>`;
  return html`<div class="card"><dl>
${items}
${discount}
<div class="total"><dt>${text.total}</dt><dd><strong>${price(session.amount_total)}</strong></dd></div>
${session.customer_email && html`<div class="note"><dt>${text.email}</dt><dd class="wrap">${session.customer_email}</dd></div>`}
</dl></div>`;
}

function codeForm(session: Stripe.Checkout.Session, options: PayPageOptions, text: Texts): Html {
  const { action, notice, entered } = options;
  const done = notice === 'code-applied' ? text.codeApplied : notice === 'code-removed' && text.codeRemoved;
  const status = done && html`<p class="status" role="status">${done}</p>`;
  if (appliedCode(session)) {
    return html`${status}
<form method="post" action="${action}/remove-code"><button type="submit">${text.remove}</button></form>`;
  }
  const error = notice === 'code-wrong' ? text.codeWrong : notice === 'code-missing' && text.codeMissing;
  return html`${status}
<form method="post" action="${action}/code">
<label for="code">${text.code}</label>
<p class="hint" id="code-hint">${text.codeHint}</p>
${error && html`<p class="error" id="code-error" role="alert">${error}</p>`}
<input id="code" name="code" value="${entered}" maxlength="60" autocomplete="off" autocapitalize="characters" spellcheck="false" aria-describedby="code-hint${error && ' code-error'}"${error && html` aria-invalid="true" autofocus`}>
<button type="submit">${text.apply}</button>
</form>`;
}

function waysToPay(
  session: Stripe.Checkout.Session,
  { language, action }: PayPageOptions,
  text: Texts,
): Html {
  const total = session.amount_total ?? 0;
  if (total === 0) {
    return html`<form method="post" action="${action}/pay"><button class="main" type="submit">${text.payFree}</button></form>`;
  }
  const price = formatPrice(total, session.currency ?? 'eur', language);
  return html`<form method="post" action="${action}/pay">
<button class="main" type="submit">${text.pay} ${price}</button><p class="note">${text.payNote}</p></form>
<form method="post" action="${action}/decline"><button type="submit">${text.decline}</button></form>
<form method="post" action="${action}/later">
<button type="submit">${text.later}</button><p class="note">${text.laterNote}</p></form>`;
}
