import { defaultLanguage, languages } from '../../shared/languages.ts';
import { builtOrigin } from '../../shared/site.ts';

/** The public pages in every language, each with its translations, as sitemaps.org and Google describe it. */
export function sitemap(): string {
  const alternates = [...languages, 'x-default'].map((hreflang) => {
    const path = hreflang === 'x-default' ? defaultLanguage : hreflang;
    return `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${builtOrigin}/${path}"/>`;
  });
  const pages = languages.map(
    (language) => `<url><loc>${builtOrigin}/${language}</loc>${alternates.join('')}</url>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages,
    '</urlset>\n',
  ].join('\n');
}

/** Robots may read the pages, and fetch what a preview of a shared film shows; the rest of the API is not for them. */
export function robots(): string {
  return `User-agent: *\nAllow: /api/public/\nDisallow: /api/\n\nSitemap: ${builtOrigin}/sitemap.xml\n`;
}
