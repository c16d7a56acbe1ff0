import { appNamespaces } from '#client/i18n/texts.ts';
import type { Language } from '#shared/languages.ts';
import type { Manifest } from './inline-styles.ts';

/**
 * The app's document in a language, with `content` until the app runs. Its texts are imported once the scripts run; the
 * document has them fetched at the same time as the scripts.
 */
export function appDocument(
  template: string,
  manifest: Manifest,
  language: Language,
  content: string,
): string {
  const links = appNamespaces.map((namespace) => {
    const chunk = manifest[`src/i18n/${language}/${namespace}.json`];
    if (!chunk) throw new Error(`The manifest lacks the texts ${namespace} in ${language}`);
    return `    <link rel="modulepreload" crossorigin href="/${chunk.file}">\n`;
  });
  return template
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replace('<div id="root"></div>', () => `<div id="root">${content}</div>`)
    .replace('  </head>', () => `${links.join('')}  </head>`);
}
