import { useTranslation } from 'react-i18next';
import { PrintCorners, PrintInvitation } from '../../components/print-place.tsx';
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
      <PrintCorners />
      <span id={nameId} className={classes.name}>
        <PrintInvitation />
      </span>
      <span id={rulesId} className={classes.rules}>
        {t('upload.rules')}
      </span>
    </label>
  );
}
