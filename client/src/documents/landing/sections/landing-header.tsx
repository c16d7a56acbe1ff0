import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import { SiteHeader } from '#client/ui/plain/site-header.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import classes from './landing-header.module.css';

/** The bar on top, with the sign-in link, and the page's additions for signed-in visitors. */
export function LandingHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <SiteHeader plain addressIn={(language) => href(language, 'landing')}>
      <a href={href(current, 'create')} className={`${button.quiet} ${classes.create}`}>
        {t('header.create')}
      </a>
      {children ?? (
        <a href={`${href(current, 'create')}#sign-in`} className={classes.signIn}>
          {t('header.signIn')}
        </a>
      )}
    </SiteHeader>
  );
}
