import type { Language } from '../../../shared/languages.ts';
import { href } from '../../../shared/pages.ts';
import { html } from '../../platform/html.ts';
import { serverTexts } from '../../platform/texts.ts';
import { readMailPreference } from './preference.ts';
import { type NotificationDeps, page } from './video-mail.ts';

/**
 * Tells a user by mail that a webhook of theirs has been turned off, unless mails are. Its address does not stand in it: that
 * would carry anybody's words to an address that anybody typed. Throws where the mail could not be sent.
 */
export async function sendWebhookMail(
  { db, mailer, publicUrl }: NotificationDeps,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  const { wanted, email, token } = await readMailPreference(db, userId);
  if (!wanted) return;
  const { webhook, off } = serverTexts[language].mail;
  const accountPage = publicUrl + href(language, 'account');
  const offPage = publicUrl + href(language, 'mail', { query: { token } });
  await mailer.send({
    to: email,
    subject: webhook.subject,
    text: `${[webhook.lead, `${webhook.action}: ${accountPage}`, `--\n${off}: ${offPage}`].join('\n\n')}\n`,
    html: page(language, webhook.subject, [
      html`<p>${webhook.lead}</p>`,
      html`<p><a href="${accountPage}">${webhook.action}</a></p>`,
      html`<p><small><a href="${offPage}">${off}</a></small></p>`,
    ]),
    unsubscribeUrl: `${publicUrl}/api/mail/unsubscribe?token=${token}&language=${language}`,
  });
}
