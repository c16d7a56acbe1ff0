import { isLanguage, type Language } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import type { Withdrawal } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import { renderMail } from '#server/platform/texts/mail-layout.ts';
import { fillText, momentText, priceText, serverTexts } from '#server/platform/texts/texts.ts';
import { productName, readReceipt, type Receipt, type ReceiptDeps, receiptNumberOf } from '../receipt.ts';

/**
 * Mails the confirmation of a withdrawal to the user who declared it, stating what was declared and when. Sent
 * immediately, even to an unverified address, as the law requires. Throws if sending fails.
 */
export async function sendWithdrawalMail(
  deps: Omit<ReceiptDeps, 'env'> & { db: Db },
  withdrawalId: string,
): Promise<void> {
  const withdrawal = await deps.db.withdrawal.findUnique({ where: { id: withdrawalId } });
  const receipt = withdrawal && (await readReceipt(deps.db, withdrawal.sessionId));
  if (!receipt) return;
  const language = isLanguage(withdrawal.language) ? withdrawal.language : 'en';
  await deps.mailer.send({ to: receipt.email, ...composeWithdrawal(deps, receipt, withdrawal, language) });
}

/** Composes the confirmation of a withdrawal as plain text and HTML. Pure. */
export function composeWithdrawal(
  { publicUrl }: Pick<ReceiptDeps, 'publicUrl'>,
  receipt: Receipt,
  { credits, amount, createdAt }: Withdrawal,
  language: Language,
): ReturnType<typeof renderMail> {
  const { receipt: words, withdrawal: texts } = serverTexts[language].purchase;
  const number = receiptNumberOf(receipt);
  const item = { name: productName(receipt.packageId, language), count: receipt.credits };
  return renderMail({
    language,
    subject: fillText(texts.subject, { number }),
    paragraphs: [texts.lead, fillText(texts.money, { amount: priceText(amount, language) })],
    facts: [
      { label: texts.declared, value: momentText(createdAt, language) },
      { label: texts.content, value: fillText(texts.statement, { number }) },
      { label: words.buyer, value: receipt.email },
      { label: words.item, value: fillText(words.credits, item) },
      { label: words.date, value: momentText(receipt.paidAt, language) },
      { label: texts.unused, value: String(credits) },
      { label: texts.amount, value: priceText(amount, language) },
    ],
    action: { label: words.action, url: publicUrl + href(language, 'account') },
    notes: [
      { text: words.seller, link: { label: words.imprint, url: publicUrl + href(language, 'imprint') } },
    ],
  });
}
