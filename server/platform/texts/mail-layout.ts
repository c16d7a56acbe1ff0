import type { Language } from '#shared/languages.ts';
import { type Html, html, lines } from './html.ts';

/** The content of a mail, in reading order. */
export interface MailContent {
  language: Language;
  subject: string;
  paragraphs: readonly string[];
  /** Reference details, listed one below the other. */
  facts?: readonly { label: string; value: string }[];
  /** The reader's next step. */
  action?: MailLink;
  /** Small print at the end: why the mail was sent, and what can be done about it. */
  notes: readonly { text: string; link?: MailLink }[];
}

export interface MailLink {
  label: string;
  url: string;
}

/** Pure: the layout of all mails, as plain text and as HTML without external resources. */
export function renderMail({ language, subject, paragraphs, facts = [], action, notes }: MailContent): {
  subject: string;
  text: string;
  html: string;
} {
  const below = notes.map(({ text, link }) => (link ? `${text}\n${link.label}: ${link.url}` : text));
  const plain = [
    ...paragraphs,
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ['--', ...below].join('\n'),
  ];
  const body = [
    html`<p style="${styles.brand}">Memori</p>`,
    html`<h1 style="${styles.heading}">${subject}</h1>`,
    ...paragraphs.map((text) => html`<p style="${styles.text}">${text}</p>`),
    ...(facts.length > 0 ? [factTable(facts)] : []),
    ...(action
      ? [
          html`<p style="${styles.text}"><a href="${action.url}" style="${styles.button}">${action.label}</a></p>`,
        ]
      : []),
    html`<hr style="${styles.rule}">`,
    ...notes.map(
      ({ text, link }) => html`<p style="${styles.note}">${text}${link ? noteLink(link) : ''}</p>`,
    ),
  ];
  return { subject, text: `${plain.join('\n\n')}\n`, html: page(language, subject, body) };
}

// Mail programs drop style sheets, so every element has inline styles.
const styles = {
  page: 'margin:0;padding:24px 12px;background:#f4efe4',
  card: 'max-width:32rem;margin:0 auto;padding:32px 24px;border:1px solid #dad2c0;border-radius:12px;background:#fdfaf3;color:#1d2330;font:17px/1.5 Georgia,serif',
  brand: 'margin:0 0 24px;color:#a42d16;font-size:20px;font-weight:bold',
  heading: 'margin:0 0 16px;font-size:24px;line-height:1.25;font-weight:normal',
  text: 'margin:0 0 16px;overflow-wrap:anywhere',
  button:
    'display:inline-block;padding:12px 22px;border-radius:24px;background:#b5341c;color:#fffaf2;font-weight:bold;text-decoration:none',
  table: 'width:100%;margin:0 0 16px;border-collapse:collapse;font-size:16px',
  label: 'padding:6px 12px 6px 0;color:#555a66;font-weight:normal;text-align:left;vertical-align:top',
  value: 'padding:6px 0;text-align:right;vertical-align:top;overflow-wrap:anywhere',
  rule: 'margin:24px 0 16px;border:0;border-top:1px solid #dad2c0',
  note: 'margin:0 0 8px;color:#555a66;font-size:14px',
  link: 'color:#a42d16',
} as const;

function factTable(facts: NonNullable<MailContent['facts']>): Html {
  const rows = facts.map(
    ({ label, value }) =>
      html`<tr><th scope="row" style="${styles.label}">${label}</th><td style="${styles.value}">${value}</td></tr>`,
  );
  return html`<table style="${styles.table}">${rows}</table>`;
}

function noteLink({ label, url }: MailLink): Html {
  return html` <a href="${url}" style="${styles.link}">${label}</a>`;
}

function page(language: Language, title: string, body: Html[]): string {
  const viewport = 'width=device-width, initial-scale=1';
  return html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="${viewport}"><meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="${styles.page}"><main style="${styles.card}">
${lines(body)}
</main></body>
</html>
`.text;
}
