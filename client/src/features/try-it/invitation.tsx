import { useTranslation } from 'react-i18next';
import classes from './invitation.module.css';

interface InvitationProps {
  /** The ids of the file input that the invitation labels, and of the label's two parts. */
  inputId: string;
  nameId: string;
  rulesId: string;
  reading: boolean;
}

/** The empty place in the album: all of it opens the picker, with or without script. */
export function Invitation({ inputId, nameId, rulesId, reading }: InvitationProps) {
  const { t } = useTranslation();
  return (
    <label htmlFor={inputId} className={classes.zone} aria-busy={reading}>
      <Corners />
      <span id={nameId} className={classes.name}>
        <span className={classes.forMouse}>{t('upload.drop')}</span>
        <span className={classes.forTouch}>{t('upload.tap')}</span>
      </span>
      <span id={rulesId} className={classes.rules}>
        {t('upload.rules')}
      </span>
    </label>
  );
}

/** The four corners that hold a print in an album. */
function Corners() {
  return (
    <svg className={classes.corners} viewBox="0 0 96 72" aria-hidden="true">
      <path d="M0 16V0h16zM80 0h16v16zM96 56v16H80zM16 72H0V56z" className={classes.corner} />
      <path d="M20 54l16-19 12 13 9-8 19 14z" className={classes.hill} />
      <circle cx="64" cy="25" r="6" className={classes.hill} />
    </svg>
  );
}
