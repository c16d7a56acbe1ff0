import { useTranslation } from 'react-i18next';
import { href } from '../../../shared/pages.ts';
import { BackLink } from '../components/back-link.tsx';
import { Page } from '../components/page.tsx';
import { PageColumn } from '../components/page-column.tsx';
import { AppHeader } from '../components/app-header.tsx';
import { AppAccount } from '../features/auth/app-account.tsx';
import { useUser } from '../features/auth/signed-in.tsx';
import { PackageGrid } from '../features/credits/package-grid.tsx';
import { useLanguage } from '../i18n/use-language.ts';

/** Where credits are chosen. */
export function PackagesPage() {
  const { t } = useTranslation();
  const { email } = useUser();
  const language = useLanguage();
  return (
    <>
      <AppHeader lead={<BackLink to={href(language, 'create')} label={t('packages.back')} />}>
        <AppAccount email={email} />
      </AppHeader>
      <Page title={t('titles.packages')}>
        <PageColumn heading={t('packages.heading')} lead={t('packages.lead')} compact>
          <PackageGrid headingLevel="h2" />
        </PageColumn>
      </Page>
    </>
  );
}
