import type { Language } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { renderMail } from '#server/platform/texts/mail-layout.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { readMailPreference } from './preference.ts';
import type { NotificationDeps } from './video-mail.ts';

/**
 * Notifies a user by mail that one of their webhooks was disabled, unless mails are turned off or the address is not
 * verified. Does not contain the webhook's address, through which anybody could send arbitrary words to an address that
 * they merely typed in. Throws if sending fails.
 */
export async function sendWebhookMail(
  { db, mailer, publicUrl }: NotificationDeps,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  const { wanted, verified, email, token } = await readMailPreference(db, userId);
  if (!wanted || !verified) return;
  const { webhook, off } = serverTexts[language].mail;
  const offPage = publicUrl + href(language, 'mail', { query: { token } });
  const letter = renderMail({
    language,
    subject: webhook.subject,
    paragraphs: [webhook.lead],
    action: { label: webhook.action, url: publicUrl + href(language, 'developers') },
    notes: [{ text: webhook.why, link: { label: off, url: offPage } }],
  });
  const unsubscribeUrl = `${publicUrl}/api/mail/unsubscribe?token=${token}&language=${language}`;
  await mailer.send({ ...letter, to: email, unsubscribeUrl });
}
