import { defaultLanguage, languages } from '#shared/languages.ts';
import { href, type PageName, pagesThatAre } from '#shared/pages.ts';
import { builtOrigin } from '#shared/site.ts';

/**
 * The sitemap of the public pages in every language, each with its translations, in the format of sitemaps.org and
 * Google.
 */
export function sitemap(): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...(pagesThatAre('indexed') as 'landing'[]).flatMap(entriesOf),
    '</urlset>\n',
  ].join('\n');
}

function entriesOf(page: Exclude<PageName, 'video' | 'album'>): string[] {
  const addresses = languages.map((language) => [language, builtOrigin + href(language, page)] as const);
  const alternates = [...addresses, ['x-default', builtOrigin + href(defaultLanguage, page)] as const].map(
    ([hreflang, address]) => `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${address}"/>`,
  );
  return addresses.map(([, address]) => `<url><loc>${address}</loc>${alternates.join('')}</url>`);
}

/** robots.txt: allows the pages and the files for previews of shared films; the rest of the API is excluded. */
export function robots(): string {
  return `User-agent: *\nAllow: /api/public/\nDisallow: /api/\n\nSitemap: ${builtOrigin}/sitemap.xml\n`;
}
