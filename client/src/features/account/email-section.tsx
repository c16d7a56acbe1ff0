import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card.tsx';
import classes from './account.module.css';

/** The address that the account goes by. */
export function EmailSection({ email }: { email: string }) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('account.email.title')} lead={t('account.email.lead')}>
      <p className={classes.strong}>{email}</p>
    </SectionCard>
  );
}
