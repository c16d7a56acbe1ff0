import { useTranslation } from 'react-i18next';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMoment } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';

/** The former addresses whose readers can still take the account back. Nothing if there are none. */
export function WaysBack() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { data: waysBack = [] } = trpc.account.waysBack.useQuery();
  return waysBack.map(({ email, until }) => (
    <p key={email} className={classes.address}>
      {t('account.email.wayBack', { email, until: formatMoment(until, language) })}
    </p>
  ));
}
