import { type Html, html } from '../../platform/texts/html.ts';

/** Formats `code` in the texts of operations and schemas. */
export function prose(text: string): Html {
  const [first = '', ...rest] = text.split('`');
  return html`${first}${rest.map((part, i) => (i % 2 === 0 ? html`<code>${part}</code>` : html`${part}`))}`;
}
