import { Button, Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import classes from './out-of-credits-dialog.module.css';

/** Says that the free credit is used, and that more can't be bought yet. */
export function OutOfCreditsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('outOfCredits.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ title: classes.title, content: classes.content, header: classes.header }}
    >
      <div className={classes.body}>
        <p>{t('outOfCredits.text')}</p>
        <p className={classes.soon}>{t('outOfCredits.soon')}</p>
        <Button onClick={onClose} data-autofocus>
          {t('outOfCredits.close')}
        </Button>
      </div>
    </Modal>
  );
}
