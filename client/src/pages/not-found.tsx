import { useTranslation } from 'react-i18next';
import button from '../components/button.module.css';
import { href } from '#shared/pages.ts';
import { Notice } from '../components/notice.tsx';
import { Page } from '../components/page.tsx';
import { AppHeader } from '../components/app-header.tsx';
import { useLanguage } from '../i18n/use-language.ts';

/** Shown for every unknown path. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <>
      <AppHeader />
      <Page title={t('titles.notFound')}>
        <Notice title={t('notFound.title')} text={t('notFound.text')}>
          <a href={href(language, 'landing')} className={button.filled}>
            {t('notFound.home')}
          </a>
        </Notice>
      </Page>
    </>
  );
}
