const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in a document, between its tags or inside quotes. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** An element of a document's head that has attributes only. */
export function element(name: string, attributes: Record<string, string>): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  return `<${name}${list.join('')} />`;
}

export const meta = (name: string, content: string) => element('meta', { name, content });

/** A property of the Open Graph protocol (https://ogp.me). */
export const property = (name: string, content: string) => element('meta', { property: name, content });

/** A font that the first paint needs. */
export const font = (href: string) =>
  element('link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' });
