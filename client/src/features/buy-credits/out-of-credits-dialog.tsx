import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/ui/dialog.tsx';
import classes from './out-of-credits-dialog.module.css';
import { PackageGrid } from './package-grid.tsx';

/** Says that the free credit is used, and offers the packages. */
export function OutOfCreditsDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog opened={opened} title={t('outOfCredits.title')} onClose={onClose} size="66rem">
      <p className={classes.text}>{t('outOfCredits.text')}</p>
      <PackageGrid headingLevel="h3" />
    </Dialog>
  );
}
