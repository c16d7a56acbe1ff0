import type { Language } from '#shared/languages.ts';
import { createI18n } from '#client/i18n/instance.ts';
import { resourcesFrom } from '#client/i18n/texts.ts';
import { element, escapeText } from '#client/documents/head-elements.ts';
import palette from '#client/ui/styles/palette.css?inline';

const texts = resourcesFrom(
  import.meta.glob<object>('../../i18n/*/app.json', { eager: true, import: 'default' }),
);

const styles = `${palette}
@media (prefers-reduced-motion: no-preference) { @view-transition { navigation: auto; } }
body {
  display: grid;
  place-content: center;
  gap: 1rem;
  max-width: 34rem;
  min-height: 100vh;
  box-sizing: border-box;
  margin: 0 auto;
  padding: 2rem 1.25rem;
  background: var(--ground);
  color: var(--ink);
  font: 1.0625rem/1.6 system-ui, sans-serif;
}
h1, p { margin: 0; }
h1 { font: 2rem/1.2 Georgia, serif; }
a {
  justify-self: start;
  padding: 0.75rem 1.375rem;
  border-radius: 999px;
  background: var(--accent);
  color: var(--on-accent);
  font-weight: 600;
  text-decoration: none;
}
a:focus-visible { outline: 2px solid var(--focus); outline-offset: 3px; }`;

/** The only document that a device caches: what works offline. Self-contained, and without scripts. */
export function renderOffline(language: Language): string {
  const { t } = createI18n(language, texts[language]);
  const paragraphs = [t('offline.text'), t('offline.possible')].map((text) => `<p>${escapeText(text)}</p>`);
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    element('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
    `<title>${escapeText(t('offline.title'))}</title><style>${styles}</style></head>`,
    `<body><main style="display:grid;gap:1rem"><h1>${escapeText(t('offline.heading'))}</h1>${paragraphs.join('')}`,
    // An empty href reloads the address that was requested.
    `<a href="">${escapeText(t('offline.again'))}</a></main></body></html>`,
  ].join('\n');
}
