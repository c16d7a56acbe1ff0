import { IconDownload, IconGift, IconShare, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import button from './button.module.css';
import classes from './card.module.css';

/** The row below a card. As high without its buttons as with them. */
export function CardActions({ children }: { children?: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

interface CardButtonProps {
  /** Says which card it is about, to those who don't see that. */
  label: string;
  icon?: ReactNode;
  /** It is being done: not again meanwhile. */
  pending?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** What can be done with a card, in a word. */
export function CardButton({ label, icon, pending = false, onPress, children }: CardButtonProps) {
  return (
    <Button
      look="quiet"
      small
      className={classes.action}
      icon={icon}
      aria-label={label}
      aria-disabled={pending}
      onClick={() => !pending && onPress()}
    >
      {children}
    </Button>
  );
}

interface FilmActionsProps {
  /** What the buttons are called where the film isn't seen. */
  labels: { download: string; share: string; gift: string; delete: string };
  onDownload: () => void;
  onShare: () => void;
  /** The other ways to give it away. */
  onGift: () => void;
  /** Asks first. */
  onDelete: () => void;
}

/** What can be done with a finished video or album. */
export function FilmActions({ labels, onDownload, onShare, onGift, onDelete }: FilmActionsProps) {
  const { t } = useTranslation();
  return (
    <>
      <CardButton label={labels.share} icon={<IconShare size={18} aria-hidden />} onPress={onShare}>
        {t('gallery.share')}
      </CardButton>
      <CardButton label={labels.download} icon={<IconDownload size={18} aria-hidden />} onPress={onDownload}>
        {t('gallery.download')}
      </CardButton>
      <button type="button" className={button.round} aria-label={labels.gift} onClick={onGift}>
        <IconGift size={20} stroke={1.75} aria-hidden />
      </button>
      <button
        type="button"
        className={`${button.round} ${classes.delete}`}
        aria-label={labels.delete}
        onClick={onDelete}
      >
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </button>
    </>
  );
}
