import type { i18n } from 'i18next';
import { prerender } from 'react-dom/static';
import type { Language } from '#shared/languages.ts';
import { createI18n } from '#client/i18n/instance.ts';
import { resourcesFrom } from '#client/i18n/texts.ts';
import { head } from './head.ts';
import { Landing } from './landing.tsx';
import { manifest } from './manifest.ts';

const texts = resourcesFrom(
  import.meta.glob<object>('../../i18n/*/{common,landing}.json', { eager: true, import: 'default' }),
);

/** The generic page, complete: waits for everything that loads lazily in the browser. */
async function page(i18n: i18n): Promise<string> {
  // Never streamed in pieces: those need an inline script to assemble them, which our policy forbids.
  const { prelude } = await prerender(<Landing i18n={i18n} />, {
    progressiveChunkSize: Infinity,
  });
  return new Response(prelude).text();
}

/** Fills landing.html for one language; the caller supplies the styles. Runs in Node, at build time. */
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

export { renderOffline } from '#client/documents/offline/offline-page.ts';
export { renderSlowStart } from '#client/documents/offline/slow-start.tsx';
