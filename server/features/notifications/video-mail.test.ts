import { expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { composeVideoMail } from './video-mail.ts';

const to = { email: 'nonna@example.org', token: 'abc' };
const compose = (more: Partial<Parameters<typeof composeVideoMail>[2]> = {}) =>
  composeVideoMail('https://memori.example', to, {
    userId: 'u',
    language: 'en',
    errorCode: null,
    ...more,
  });

test.each(languages)('%s: a mail for a finished video', (language) => {
  const mail = compose({ language });
  expect(mail).toMatchObject({ to: 'nonna@example.org', subject: serverTexts[language].mail.ready.subject });
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain(`https://memori.example/${language}/create#sign-in`);
    expect(body).toContain(`https://memori.example/${language}/mail?token=abc`);
    expect(body).not.toContain(serverTexts[language].mail.failed.returned);
  }
  expect(mail.unsubscribeUrl).toBe(
    `https://memori.example/api/mail/unsubscribe?token=abc&language=${language}`,
  );
});

test.each(languages)(
  '%s: a mail for a failed video gives the reason and says that the credit was refunded',
  (language) => {
    const { subject, text } = compose({ language, errorCode: 'output_refused' });
    expect(subject).toBe(serverTexts[language].mail.failed.subject);
    expect(text).toContain(serverTexts[language].mail.reasons.output_refused);
    expect(text).toContain(serverTexts[language].mail.failed.returned);
  },
);

test('a failure that the user can’t act on gives no reason', () => {
  expect(compose({ errorCode: 'generation_failed' }).text).not.toContain('undefined');
});
