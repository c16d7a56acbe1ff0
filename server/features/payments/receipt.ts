import { isLanguage, type Language } from '#shared/languages.ts';
import { withdrawalDays } from '#shared/withdrawal.ts';
import { isPackageId } from '#shared/packages.ts';
import { href } from '#shared/pages.ts';
import type { Purchase } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import { renderMail } from '#server/platform/texts/mail-layout.ts';
import { dayText, fillText, momentText, priceText, serverTexts } from '#server/platform/texts/texts.ts';
import type { Mailer } from '#server/providers/mail/types.ts';
import { priceNote, type PriceNoteSettings } from './purchasing/price-note.ts';
import { withdrawableCredits } from './withdrawals/withdrawal.ts';
import { milliseconds } from '#shared/durations.ts';

export interface ReceiptDeps {
  mailer: Mailer;
  publicUrl: string;
  env: PriceNoteSettings;
}

/** A paid purchase, with the buyer's address. */
export interface Receipt extends Purchase {
  email: string;
  paidAt: Date;
  receiptNumber: number;
  /** Whether any of its credits can be withdrawn now. */
  withdrawable: boolean;
}

/** The number by which users know a purchase: the year of payment and its serial number, `2026-000042`. */
export function receiptNumberOf({
  paidAt,
  receiptNumber,
}: Pick<Receipt, 'paidAt' | 'receiptNumber'>): string {
  return `${paidAt.getUTCFullYear()}-${String(receiptNumber).padStart(6, '0')}`;
}

/** The last day on which a purchase can be withdrawn from, as stated on the receipt. */
export function withdrawalEnd({ paidAt }: { paidAt: Date }): Date {
  return new Date(paidAt.getTime() + withdrawalDays * milliseconds.day);
}

/** The name of a package on bills; its id if it is no longer sold. */
export function productName(packageId: string, language: Language): string {
  return isPackageId(packageId) ? serverTexts[language].products[packageId] : packageId;
}

/**
 * The receipt of a purchase; null if it is unpaid, unknown or not `onlyFor`'s, or if the buyer's account was erased.
 */
export async function readReceipt(db: Db, sessionId: string, onlyFor?: string): Promise<Receipt | null> {
  const found = await db.purchase.findUnique({
    where: { sessionId, ...(onlyFor === undefined ? {} : { userId: onlyFor }) },
    include: { user: { select: { email: true } }, withdrawals: true },
  });
  if (found?.status !== 'paid' || !found.paidAt || found.receiptNumber === null) return null;
  const { user, paidAt, receiptNumber, ...purchase } = found;
  if (user.email === '') return null;
  const withdrawable = (await withdrawableCredits(db, found)).taken > 0;
  return { ...purchase, paidAt, receiptNumber, email: user.email, withdrawable };
}

/** Sends a receipt to the buyer, in the language of the checkout. Throws if sending fails. */
export async function sendReceipt(deps: ReceiptDeps, receipt: Receipt): Promise<void> {
  const language = isLanguage(receipt.language) ? receipt.language : 'en';
  await deps.mailer.send({ to: receipt.email, ...composeReceipt(deps, receipt, language) });
}

/** Composes a receipt as plain text and HTML, for mail and for print. Pure. */
export function composeReceipt(
  { publicUrl, env }: Omit<ReceiptDeps, 'mailer'>,
  receipt: Receipt,
  language: Language,
): ReturnType<typeof renderMail> {
  const texts = serverTexts[language].purchase.receipt;
  const { paidAt, price, amountRefunded, beginTerms } = receipt;
  const amountPaid = receipt.amountPaid ?? 0;
  const number = receiptNumberOf(receipt);
  const item = { name: productName(receipt.packageId, language), count: receipt.credits };
  const withdraw = { date: dayText(withdrawalEnd(receipt), language) };
  return renderMail({
    language,
    subject: fillText(texts.subject, { number }),
    paragraphs: [texts.lead],
    facts: [
      { label: texts.number, value: number },
      { label: texts.date, value: momentText(paidAt, language) },
      { label: texts.buyer, value: receipt.email },
      { label: texts.item, value: fillText(texts.credits, item) },
      { label: texts.price, value: priceText(price, language) },
      { label: texts.paid, value: priceText(amountPaid, language) },
      { label: texts.vat, value: receipt.priceNote ?? priceNote(env, language) },
      ...(amountRefunded > 0 ? [{ label: texts.refunded, value: priceText(amountRefunded, language) }] : []),
    ],
    action: { label: texts.action, url: publicUrl + href(language, 'account') },
    notes: [
      ...(beginTerms === null ? [] : [{ text: fillText(texts.begin, { date: dayText(paidAt, language) }) }]),
      ...(receipt.withdrawable ? [{ text: fillText(texts.withdraw, withdraw) }] : []),
      { text: texts.seller, link: { label: texts.imprint, url: publicUrl + href(language, 'imprint') } },
    ],
  });
}
