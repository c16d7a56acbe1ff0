import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { FocusHeading } from '../../components/focus-heading.tsx';
import classes from './failure-card.module.css';
import type { FailureReason } from './flow.ts';
import panel from './generation-panel.module.css';

/** What went wrong, whether the credit was refunded, and a button to start over. */
export function FailureCard({ reason, onTryAgain }: { reason: FailureReason; onTryAgain: () => void }) {
  const { t } = useTranslation();
  return (
    <section className={panel.card} aria-label={t('failure.title')}>
      <FocusHeading className={classes.title}>
        {reason.at === 'link' ? t('failure.linkFailed') : t('failure.title')}
      </FocusHeading>
      <FailureText reason={reason} />
      <div className={panel.actions}>
        <Button onClick={onTryAgain}>{t('common.tryAgain')}</Button>
      </div>
    </section>
  );
}

function FailureText({ reason }: { reason: FailureReason }) {
  const { t } = useTranslation();
  switch (reason.at) {
    case 'start':
      return <p>{reason.code ? t(`errors.${reason.code}`) : t('failure.startFailed')}</p>;
    case 'generation':
      return (
        <p>
          {t(`errors.${reason.code ?? 'generation_failed'}`)} {t('failure.refunded')}
        </p>
      );
    case 'link':
      return <p>{t('failure.linkFailedText')}</p>;
  }
}
