import { useTranslation } from 'react-i18next';
import { PackageGrid } from '#client/features/buy-credits/package-grid.tsx';
import { SubPage } from './sub-page.tsx';

/** Where users choose credits. */
export function PackagesPage() {
  const { t } = useTranslation();
  return (
    <SubPage title={t('titles.packages')} heading={t('packages.heading')} lead={t('packages.lead')} workFirst>
      <PackageGrid headingLevel="h2" />
    </SubPage>
  );
}
