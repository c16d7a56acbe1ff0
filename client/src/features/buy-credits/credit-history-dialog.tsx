import { Skeleton } from '#client/ui/skeleton.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import classes from './credit-history-dialog.module.css';
import { CreditHistoryTable } from './credit-history-table.tsx';
import { useCreditHistory } from './use-credit-history.ts';

/** Where credits came from and what they were spent on. */
export function CreditHistoryDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('history.title')} onClose={onClose} size="40rem">
      <History opened={opened} />
    </Dialog>
  );
}

function History({ opened }: { opened: boolean }) {
  const { t } = useTranslation();
  const { entries, failed, retry } = useCreditHistory(opened);
  if (failed) {
    return (
      <div className={classes.failed} role="alert">
        <p>{t('history.failed')}</p>
        <Button look="quiet" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!entries) {
    return (
      <div role="status">
        <span className="visuallyHidden">{t('common.loading')}</span>
        <Skeleton className={classes.skeleton} />
      </div>
    );
  }
  if (entries.length === 0) return <p className={classes.empty}>{t('history.empty')}</p>;
  return <CreditHistoryTable entries={entries} />;
}
