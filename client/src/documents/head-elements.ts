const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for use in a document, between tags or inside quotes. */
export function escapeText(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => escapes[character] ?? character);
}

/** Renders an element of a document's head that has only attributes. */
export function element(name: string, attributes: Record<string, string>): string {
  const list = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeText(value)}"`);
  return `<${name}${list.join('')} />`;
}

export const meta = (name: string, content: string) => element('meta', { name, content });

/** Renders an Open Graph property (https://ogp.me). */
export const property = (name: string, content: string) => element('meta', { property: name, content });

/** Renders the preload of a font that the first paint needs. */
export const font = (href: string) =>
  element('link', { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: '' });
