import type { TFunction } from 'i18next';
import { defaultLanguage, type Language, languageFacts, languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { builtOrigin } from '#shared/site.ts';
import figtree from '#client/assets/fonts/figtree.woff2';
import fraunces from '#client/assets/fonts/fraunces.woff2';
import { element, escapeText, font, meta, property } from '#client/documents/head-elements.ts';
import { structuredData } from './structured-data.ts';

/** The document's metadata: for browsers, search engines and link previews. */
export function head(t: TFunction, language: Language): string {
  const page = builtOrigin + href(language, 'landing');
  const title = t('titles.landing');
  const description = t('landing.description');
  const card = `${builtOrigin}/og-${language}.jpg`;
  const others = languages.filter((other) => other !== language);
  return [
    `<title>${escapeText(title)}</title>`,
    meta('description', description),
    element('link', { rel: 'canonical', href: page }),
    ...languages.map((hreflang) =>
      element('link', { rel: 'alternate', hreflang, href: builtOrigin + href(hreflang, 'landing') }),
    ),
    element('link', {
      rel: 'alternate',
      hreflang: 'x-default',
      href: builtOrigin + href(defaultLanguage, 'landing'),
    }),
    element('link', { rel: 'manifest', href: `/manifest-${language}.webmanifest` }),
    font(fraunces),
    font(figtree),
    property('og:type', 'website'),
    property('og:site_name', t('brand')),
    property('og:url', page),
    property('og:title', title),
    property('og:description', description),
    property('og:locale', languageFacts[language].locale),
    ...others.map((other) => property('og:locale:alternate', languageFacts[other].locale)),
    property('og:image', card),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', t('landing.headline')),
    meta('twitter:card', 'summary_large_image'),
    // A "<" inside would close the element.
    `<script type="application/ld+json">${JSON.stringify(structuredData(t, language, card)).replaceAll('<', String.raw`\u003c`)}</script>`,
  ].join('\n    ');
}
