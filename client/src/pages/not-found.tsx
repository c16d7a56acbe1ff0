import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import { useLocation } from 'react-router';
import { href } from '#shared/pages.ts';
import { isSharedKind } from '#shared/shared-page.ts';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { AppHeader } from '#client/ui/app-header.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';

/**
 * Shown for every unknown path. Where the link of a film leads, it says why there may be none: the server gives the same
 * answer for each reason.
 */
export function NotFoundPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [, kind, id] = useLocation().pathname.split('/').filter(Boolean);
  const isFilm = id !== undefined && isSharedKind(kind);
  return (
    <>
      <AppHeader />
      <Page title={t('titles.notFound')}>
        <Notice
          title={t(isFilm ? 'notFound.link.title' : 'notFound.title')}
          text={t(isFilm ? 'notFound.link.text' : 'notFound.text')}
        >
          <a href={href(language, 'landing')} className={button.filled}>
            {t('notFound.home')}
          </a>
        </Notice>
      </Page>
    </>
  );
}
