import { useTranslation } from 'react-i18next';
import classes from './print-place.module.css';

/** The four photo corners of an empty place in an album. */
export function PrintCorners() {
  return (
    <svg className={classes.corners} viewBox="0 0 96 72" aria-hidden="true">
      <path d="M0 16V0h16zM80 0h16v16zM96 56v16H80zM16 72H0V56z" className={classes.corner} />
      <path d="M20 54l16-19 12 13 9-8 19 14z" className={classes.hill} />
      <circle cx="64" cy="25" r="6" className={classes.hill} />
    </svg>
  );
}

/** Asks to drop a photo, or to tap on devices without drag and drop. */
export function PrintInvitation() {
  const { t } = useTranslation();
  return (
    <>
      <span className={classes.forMouse}>{t('upload.drop')}</span>
      <span className={classes.forTouch}>{t('upload.tap')}</span>
    </>
  );
}
