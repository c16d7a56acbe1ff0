import { useTranslation } from 'react-i18next';
import { TokensSection } from '#client/features/settings/tokens-section.tsx';
import { WebhooksSection } from '#client/features/settings/webhooks-section.tsx';
import classes from './account.module.css';
import { SubPage } from './sub-page.tsx';

/** What programs of the user's may do, and what they are told. */
export function DevelopersPage() {
  const { t } = useTranslation();
  return (
    <SubPage title={t('titles.developers')} heading={t('developers.heading')} lead={t('developers.lead')}>
      <div className={classes.sections}>
        <TokensSection />
        <WebhooksSection />
      </div>
    </SubPage>
  );
}
