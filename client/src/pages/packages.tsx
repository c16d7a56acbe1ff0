import { useTranslation } from 'react-i18next';
import { BackLink } from '../components/back-link.tsx';
import { Page } from '../components/page.tsx';
import { SiteHeader } from '../components/site-header.tsx';
import { AccountMenu } from '../features/auth/account-menu.tsx';
import { RequireSession } from '../features/auth/require-session.tsx';
import { PackageGrid } from '../features/credits/package-grid.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import classes from './packages.module.css';

/** Where credits are chosen. */
export default function PackagesPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <RequireSession>
      {(user) => (
        <>
          <SiteHeader lead={<BackLink to={`/${language}/create`} label={t('packages.back')} />}>
            <AccountMenu email={user.email} />
          </SiteHeader>
          <Page title={t('titles.packages')}>
            <div className={classes.column}>
              <div className={classes.opening}>
                <h1 className={classes.heading}>{t('packages.heading')}</h1>
                <p className={classes.lead}>{t('packages.lead')}</p>
              </div>
              <PackageGrid headingLevel="h2" />
            </div>
          </Page>
        </>
      )}
    </RequireSession>
  );
}
