import { renderToStaticMarkup } from 'react-dom/server';
import type { Language } from '#shared/languages.ts';
import button from '#client/ui/plain/button.module.css';
import { Notice } from '#client/ui/notice.tsx';
import { createI18n } from '#client/i18n/instance.ts';
import { resourcesFrom } from '#client/i18n/texts.ts';

const texts = resourcesFrom(
  import.meta.glob<object>('../../i18n/*/app.json', { eager: true, import: 'default' }),
);

/**
 * What the app's document contains until the app runs: hidden for a while (`styles/slow-start.css`), then what to do
 * where scripts are slow, fail to load, or are switched off.
 */
export function renderSlowStart(language: Language): string {
  const { t } = createI18n(language, texts[language]);
  const notice = (text: string) => (
    <Notice title={t('slowStart.heading')} text={text}>
      {/* oxlint-disable-next-line jsx-a11y/anchor-is-valid -- an empty href reloads the address that was requested. */}
      <a href="" className={button.filled}>
        {t('offline.again')}
      </a>
    </Notice>
  );
  return renderToStaticMarkup(
    <main className="slowStart">
      <div className="scripted">{notice(t('slowStart.text'))}</div>
      <div className="scriptless">{notice(t('slowStart.scripts'))}</div>
    </main>,
  );
}
