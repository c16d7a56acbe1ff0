import { useNetwork } from '@mantine/hooks';
import { IconCloudOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './offline-notice.module.css';

/** Shows, once for the whole page, that the device is offline, so that nothing else needs to. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const { online } = useNetwork();
  return (
    <div role="status" className={classes.place}>
      {!online && (
        <p className={classes.line}>
          <IconCloudOff size={20} aria-hidden />
          {t('offlineLine')}
        </p>
      )}
    </div>
  );
}
