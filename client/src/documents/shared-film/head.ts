import type { TFunction } from 'i18next';
import { type Language, languageFacts, languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { type SharedKind, sharedSlots } from '#shared/shared-page.ts';
import { builtOrigin } from '#shared/site.ts';
import figtree from '#client/assets/fonts/figtree.woff2';
import fraunces from '#client/assets/fonts/fraunces.woff2';
import { element, escapeText, font, meta, property } from '#client/documents/head-elements.ts';
import { publicPath } from '#client/entities/film/public-path.ts';

const { id, name, width, height, made } = sharedSlots;

/** The metadata of a shared film's page, for link previews; never for search engines. */
export function head(t: TFunction, language: Language, kind: SharedKind): string {
  const title = t(`shared.${kind}.title`, { name });
  const description = t(`shared.${kind}.description`, { made });
  const film = builtOrigin + publicPath(kind, id);
  const card = `${builtOrigin}${publicPath(kind, id, 'card')}`;
  const others = languages.filter((other) => other !== language);
  return [
    `<title>${escapeText(title)}</title>`,
    meta('description', description),
    meta('robots', 'noindex'),
    ...others.map((hreflang) =>
      element('link', { rel: 'alternate', hreflang, href: builtOrigin + href(hreflang, kind, { id }) }),
    ),
    element('link', { rel: 'preload', href: publicPath(kind, id, 'poster'), as: 'image' }),
    font(fraunces),
    font(figtree),
    property('og:type', 'video.other'),
    property('og:site_name', t('brand')),
    property('og:url', builtOrigin + href(language, kind, { id })),
    property('og:title', title),
    property('og:description', description),
    property('og:locale', languageFacts[language].locale),
    property('og:image', card),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', t(`shared.${kind}.poster`, { name })),
    property('og:video', film),
    property('og:video:type', 'video/mp4'),
    property('og:video:width', width),
    property('og:video:height', height),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', title),
    meta('twitter:description', description),
    meta('twitter:image', card),
  ].join('\n    ');
}
