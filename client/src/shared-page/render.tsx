import '../styles/palette.css';
import '../styles/fonts.css';
import '../styles/base.css';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '../../../shared/languages.ts';
import type { SharedKind } from '../../../shared/shared-page.ts';
import { createI18n } from '../i18n/instance.ts';
import { resourcesFrom } from '../i18n/texts.ts';
import { SharedPage } from '../pages/shared.tsx';
import { head } from './head.ts';

const texts = resourcesFrom(
  import.meta.glob<object>('../i18n/*/{common,shared}.json', { eager: true, import: 'default' }),
);

/**
 * Fills shared.html for one language and one kind of film; the slots of shared/shared-page.ts stay open, the styles are
 * the caller's matter. No script brings this page to life: what it shows is all that it does.
 */
export function renderShared(template: string, language: Language, kind: SharedKind): string {
  const i18n = createI18n(language, texts[language]);
  const parts: Record<string, string> = {
    head: head(i18n.t, language, kind),
    page: renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <SharedPage kind={kind} />
      </I18nextProvider>,
    ),
  };
  return template
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll(/<!--(head|page)-->/g, (slot, name: string) => parts[name] ?? slot);
}
