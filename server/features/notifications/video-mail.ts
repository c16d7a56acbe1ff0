import type { ErrorCode } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import type { Db } from '#server/platform/database/db.ts';
import { renderMail } from '#server/platform/texts/mail-layout.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import type { Mail, Mailer } from '#server/providers/mail/types.ts';
import { type MailPreference, readMailPreference } from './preference.ts';

/** The end of a video, to be reported to its user. */
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

/** Notifies a user by mail of how a video ended, unless they have turned mails off. Throws if sending fails. */
export async function sendVideoMail(deps: NotificationDeps, end: VideoEnd): Promise<void> {
  const preference = await readMailPreference(deps.db, end.userId);
  if (preference.wanted) await deps.mailer.send(composeVideoMail(deps.publicUrl, preference, end));
}

/** Composes the mail as plain text and HTML. Pure. */
export function composeVideoMail(
  publicUrl: string,
  { email, token }: Pick<MailPreference, 'email' | 'token'>,
  { language, errorCode }: VideoEnd,
): Mail {
  // Contains no text chosen by a user, such as the photo's name: otherwise anybody could send arbitrary words through
  // our mails to an address that they merely typed in.
  const texts = serverTexts[language].mail;
  const reasons: Partial<Record<ErrorCode, string>> = texts.reasons;
  const { subject, lead, action } = errorCode ? texts.failed : texts.ready;
  const reason = errorCode ? [reasons[errorCode], texts.failed.returned] : [];
  const offPage = publicUrl + href(language, 'mail', { query: { token } });
  const letter = renderMail({
    language,
    subject,
    paragraphs: [lead, ...reason].filter((text) => text !== undefined),
    action: { label: action, url: publicUrl + href(language, 'create', { hash: 'sign-in' }) },
    notes: [{ text: texts.why, link: { label: texts.off, url: offPage } }],
  });
  return {
    ...letter,
    to: email,
    unsubscribeUrl: `${publicUrl}/api/mail/unsubscribe?token=${token}&language=${language}`,
  };
}
