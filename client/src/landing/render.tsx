import type { i18n } from 'i18next';
import { prerender } from 'react-dom/static';
import type { Language } from '../../../shared/languages.ts';
import { createI18n } from '../i18n/instance.ts';
import { resourcesFrom } from '../i18n/texts.ts';
import { head } from './head.ts';
import { offlinePage } from '../offline/offline-page.ts';
import { Landing } from './landing.tsx';
import { manifest } from './manifest.ts';

const texts = resourcesFrom(
  import.meta.glob<object>('../i18n/*/{common,landing,offline}.json', { eager: true, import: 'default' }),
);

/** What stands on the page whoever looks at it, all of it: what loads lazily in the browser is waited for. */
async function page(i18n: i18n): Promise<string> {
  // Never in pieces: those would be put together by an inline script, which our policy forbids.
  const { prelude } = await prerender(<Landing i18n={i18n} />, {
    progressiveChunkSize: Infinity,
  });
  return new Response(prelude).text();
}

/** Fills landing.html for one language; the styles are the caller's matter. Runs in Node, at build time. */
export async function renderDocument(template: string, language: Language): Promise<string> {
  const i18n = createI18n(language, texts[language]);
  const parts: Record<string, string> = {
    head: head(i18n.t, language),
    page: await page(i18n),
  };
  return template
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll(/<!--(head|page)-->/g, (slot, name: string) => parts[name] ?? slot);
}

/** The web app manifest in one language, as JSON. */
export function renderManifest(language: Language): string {
  return JSON.stringify(manifest(createI18n(language, texts[language]).t, language));
}

/** What a device shows without a connection, in one language. */
export function renderOffline(language: Language): string {
  return offlinePage(createI18n(language, texts[language]).t, language);
}
