import type { ErrorCode } from '../../../shared/errors.ts';
import type { Language } from '../../../shared/languages.ts';
import { href } from '../../../shared/pages.ts';
import type { Db } from '../../platform/db.ts';
import { type Html, html, lines } from '../../platform/html.ts';
import { serverTexts } from '../../platform/texts.ts';
import type { Mail, Mailer } from '../../providers/mail/types.ts';
import { type MailPreference, readMailPreference } from './preference.ts';

/** The end of a video that somebody waited for. */
export interface VideoEnd {
  userId: string;
  language: Language;
  /** Null if the video is ready. */
  errorCode: ErrorCode | null;
}

export interface NotificationDeps {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

/** Tells a user by mail how a video ended, unless mails are turned off. Throws where the mail could not be sent. */
export async function sendVideoMail(deps: NotificationDeps, end: VideoEnd): Promise<void> {
  const preference = await readMailPreference(deps.db, end.userId);
  if (preference.wanted) await deps.mailer.send(composeVideoMail(deps.publicUrl, preference, end));
}

/** Pure: the mail, as plain text and as HTML. */
export function composeVideoMail(
  publicUrl: string,
  { email, token }: Pick<MailPreference, 'email' | 'token'>,
  { language, errorCode }: VideoEnd,
): Mail {
  // Nothing that a sender of a photo chose stands in them: its name in a mail of ours would carry anybody's words to an
  // address that anybody typed.
  const texts = serverTexts[language].mail;
  const reasons: Partial<Record<ErrorCode, string>> = texts.reasons;
  const { subject, lead, action } = errorCode ? texts.failed : texts.ready;
  const reason = errorCode ? [reasons[errorCode], texts.failed.returned] : [];
  const paragraphs = [lead, ...reason].filter((text) => text !== undefined);
  const createPage = publicUrl + href(language, 'create');
  const offPage = publicUrl + href(language, 'mail', { query: { token } });
  return {
    to: email,
    subject,
    text: `${[...paragraphs, `${action}: ${createPage}`, `--\n${texts.why}\n${texts.off}: ${offPage}`].join('\n\n')}\n`,
    html: page(language, subject, [
      ...paragraphs.map((text) => html`<p>${text}</p>`),
      html`<p><a href="${createPage}">${action}</a></p>`,
      html`<p><small>${texts.why} <a href="${offPage}">${texts.off}</a></small></p>`,
    ]),
    unsubscribeUrl: `${publicUrl}/api/mail/unsubscribe?token=${token}&language=${language}`,
  };
}

const style = 'font:16px/1.5 Georgia,serif;color:#2b2420;background:#faf6ef;padding:24px;max-width:36em';

/** A mail of ours as HTML. */
export function page(language: Language, title: string, body: Html[]): string {
  const head = html`<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>`;
  return html`${head}<body style="${style}">${lines(body)}</body></html>`.text;
}
