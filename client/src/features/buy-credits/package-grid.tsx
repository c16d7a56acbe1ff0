import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { packages } from '#shared/packages.ts';
import { PackageCard } from './package-card.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './package-grid.module.css';
import { usePurchasesAvailable } from './use-purchases-available.ts';

/** The three packages side by side; if nothing can be bought, a note instead of buttons. */
export function PackageGrid({ headingLevel }: { headingLevel: 'h2' | 'h3' }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const note = trpc.config.get.useQuery().data?.priceNotes[language];
  const available = usePurchasesAvailable();
  return (
    <div className={classes.offers}>
      {available === false && (
        <p className={classes.closed} role="status">
          <strong>{t('packages.closedTitle')}</strong> {t('packages.closedText')}
        </p>
      )}
      <ul className={classes.grid}>
        {packages.map((offer) => (
          <PackageCard
            key={offer.id}
            offer={offer}
            available={available !== false}
            headingLevel={headingLevel}
          />
        ))}
      </ul>
      <ul className={classes.common} aria-label={t('packages.common')}>
        {(['quality', 'clean', 'lasting'] as const).map((feature) => (
          <li key={feature}>
            <IconCheck size={18} aria-hidden />
            {t(`packages.features.${feature}`)}
          </li>
        ))}
      </ul>
      <p className={classes.terms}>
        {note && <span>{`${note}. `}</span>}
        <span>{t('packages.terms')}</span>
      </p>
    </div>
  );
}
