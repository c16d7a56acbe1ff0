import { useTranslation } from 'react-i18next';
import { isRefusal } from '#shared/refusals.ts';
import { Button } from '#client/ui/button.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { useAnimateLocally } from '#client/entities/video/use-animate-locally.ts';
import classes from './failure-card.module.css';
import type { FailureReason } from './flow.ts';
import panel from './generation-panel.module.css';

interface FailureCardProps {
  reason: FailureReason;
  onTryAgain: () => void;
  /** Called with the task that takes the refused one's place. */
  onReplaced: (taskId: string) => void;
  onPaymentNeeded: () => void;
}

/**
 * What went wrong, whether the credit was refunded, and buttons to start over, or to have a photo that a service refused
 * animated here.
 */
export function FailureCard({ reason, onTryAgain, onReplaced, onPaymentNeeded }: FailureCardProps) {
  const { t } = useTranslation();
  const local = useAnimateLocally({ onReplaced, onPaymentNeeded });
  const refused = reason.at === 'generation' && isRefusal(reason.code) ? reason.taskId : null;
  return (
    <section className={panel.card} aria-label={t('failure.title')}>
      <FocusHeading className={classes.title}>
        {reason.at === 'link' ? t('failure.linkFailed') : t('failure.title')}
      </FocusHeading>
      <FailureText reason={reason} />
      {refused !== null && <p>{t('failure.localText')}</p>}
      <div className={panel.actions}>
        {refused !== null && (
          <Button aria-disabled={local.isAsking} onClick={() => local.ask(refused)}>
            {t('failure.local')}
          </Button>
        )}
        <Button {...(refused !== null && { look: 'quiet' })} onClick={onTryAgain}>
          {t('common.tryAgain')}
        </Button>
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
