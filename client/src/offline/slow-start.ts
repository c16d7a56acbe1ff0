import type { Language } from '../../../shared/languages.ts';
import { createI18n } from '../i18n/instance.ts';
import { resourcesFrom } from '../i18n/texts.ts';
import { escapeText } from '../lib/head-elements.ts';

const texts = resourcesFrom(
  import.meta.glob<object>('../i18n/*/app.json', { eager: true, import: 'default' }),
);

/**
 * What the app's document contains until the app runs: hidden for a while (`styles/slow-start.css`), then what to do
 * where scripts are slow, fail to load, or are switched off.
 */
export function renderSlowStart(language: Language): string {
  const { t } = createI18n(language, texts[language]);
  const [heading, text, scripts, again] = [
    t('slowStart.heading'),
    t('slowStart.text'),
    t('slowStart.scripts'),
    t('slowStart.again'),
  ].map(escapeText);
  return [
    `<main class="slowStart"><h1>${heading}</h1><p class="slow">${text}</p><p class="scriptless">${scripts}</p>`,
    // An empty href reloads the address that was requested.
    `<a href="">${again}</a></main>`,
  ].join('');
}
