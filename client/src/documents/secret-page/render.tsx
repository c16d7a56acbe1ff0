import '#client/ui/styles/palette.css';
import '#client/ui/styles/fonts.css';
import '#client/ui/styles/base.css';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import type { Language } from '#shared/languages.ts';
import type { PlainDocument } from '#shared/secret-page.ts';
import { BoxPage } from '#client/documents/box/box-page.tsx';
import { FramePage } from '#client/documents/frame/frame-page.tsx';
import { createI18n } from '#client/i18n/instance.ts';
import { resourcesFrom } from '#client/i18n/texts.ts';
import { SentPage } from '#client/documents/submission-status/sent-page.tsx';
import { TvPage } from '#client/documents/tv/tv-page.tsx';
import { escapeText, meta } from '#client/documents/head-elements.ts';

const texts = resourcesFrom(
  import.meta.glob<object>('../../i18n/*/{app,common,shared}.json', { eager: true, import: 'default' }),
);

interface Page {
  Content: (props: { language: Language }) => ReactElement;
  title: 'frame.title' | 'box.title' | 'sent.title' | 'tv.title';
}

const pages: Record<PlainDocument, Page> = {
  frame: { Content: FramePage, title: 'frame.title' },
  box: { Content: BoxPage, title: 'box.title' },
  sent: { Content: SentPage, title: 'sent.title' },
  tv: { Content: TvPage, title: 'tv.title' },
};

/**
 * Fills the template of a page served at secret addresses, or of the one where televisions get theirs; the caller supplies the styles. All its texts are in the
 * document: its script only chooses which of them are visible.
 */
export function renderSecretPage(template: string, language: Language, page: PlainDocument): string {
  const i18n = createI18n(language, texts[language]);
  const { Content, title } = pages[page];
  const parts: Record<string, string> = {
    head: [`<title>${escapeText(i18n.t(title))}</title>`, meta('robots', 'noindex')].join('\n    '),
    page: renderToStaticMarkup(
      <I18nextProvider i18n={i18n}>
        <Content language={language} />
      </I18nextProvider>,
    ),
  };
  return template
    .replace('<html lang="en">', `<html lang="${language}">`)
    .replaceAll(/<!--(head|page)-->/g, (slot, name: string) => parts[name] ?? slot);
}
