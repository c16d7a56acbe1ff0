import { renderMail } from '#server/platform/texts/mail-layout.ts';
import type { JobData } from '#server/platform/jobs/definition.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import type { Mailer } from '#server/providers/mail/types.ts';

/** Mails an operator's answer to a reporter who left a contact address. Throws if sending fails. */
export async function sendReportAnswer(
  { mailer }: { mailer: Mailer },
  { to, language, answer }: JobData['report-answer'],
): Promise<void> {
  const { subject, lead, why } = serverTexts[language].reportAnswer;
  await mailer.send({
    to,
    ...renderMail({ language, subject, paragraphs: [lead, ...answer.split('\n\n')], notes: [{ text: why }] }),
  });
}
