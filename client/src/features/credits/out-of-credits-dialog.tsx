import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.tsx';
import classes from './out-of-credits-dialog.module.css';

/** Says that the free credit is used, and that more can't be bought yet. */
export function OutOfCreditsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('outOfCredits.title')} onClose={onClose}>
      <p>{t('outOfCredits.text')}</p>
      <p className={classes.soon}>{t('outOfCredits.soon')}</p>
      <Button className={classes.close} onClick={onClose} data-autofocus>
        {t('outOfCredits.close')}
      </Button>
    </Dialog>
  );
}
