import '#client/ui/styles/palette.css';
import '#client/ui/styles/fonts.css';
import '#client/ui/styles/base.css';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { type Language, languages } from '#shared/languages.ts';
import { type LegalPage as LegalPageName, legalSlots } from '#shared/legal-page.ts';
import { href } from '#shared/pages.ts';
import { builtOrigin } from '#shared/site.ts';
import type { SharedKind } from '#shared/shared-page.ts';
import { createI18n } from '#client/i18n/instance.ts';
import { resourcesFrom } from '#client/i18n/texts.ts';
import { element } from '#client/documents/head-elements.ts';
import { LegalPage } from '#client/documents/legal/legal.tsx';
import { SharedPage } from './shared-page.tsx';
import { head } from './head.ts';

const texts = resourcesFrom(
  import.meta.glob<object>('../../i18n/*/{common,shared}.json', { eager: true, import: 'default' }),
);

/** Fills the same template for a page with the operator's text; its slots stay open as well. */
export function renderLegal(template: string, language: Language, page: LegalPageName): string {
  const i18n = createI18n(language, texts[language]);
  const others = languages.filter((other) => other !== language);
  const head = [
    `<title>${legalSlots.title} · ${i18n.t('brand')}</title>`,
    ...others.map((hreflang) =>
      element('link', { rel: 'alternate', hreflang, href: builtOrigin + href(hreflang, page) }),
    ),
  ].join('\n    ');
  return fill(template, i18n, { head, content: <LegalPage page={page} /> });
}

/**
 * Fills shared.html for one language and one kind of film; the slots of shared/shared-page.ts stay open and the caller
 * supplies the styles. The page is never hydrated: what it shows is all that it does.
 */
export function renderShared(template: string, language: Language, kind: SharedKind): string {
  const i18n = createI18n(language, texts[language]);
  return fill(template, i18n, { head: head(i18n.t, language, kind), content: <SharedPage kind={kind} /> });
}

function fill(
  template: string,
  i18n: ReturnType<typeof createI18n>,
  { head, content }: { head: string; content: ReactElement },
): string {
  const parts: Record<string, string> = {
    head,
    page: renderToStaticMarkup(<I18nextProvider i18n={i18n}>{content}</I18nextProvider>),
  };
  return template
    .replace('<html lang="en">', `<html lang="${i18n.language}">`)
    .replaceAll(/<!--(head|page)-->/g, (slot, name: string) => parts[name] ?? slot);
}
