import { IconDownload, IconGift, IconShare, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import button from '#client/ui/plain/button.module.css';
import classes from './card.module.css';

/** The row of buttons below a card. The same height with and without buttons. */
export function CardActions({ children }: { children?: ReactNode }) {
  return <div className={classes.actions}>{children}</div>;
}

interface CardButtonProps {
  /** The accessible name, which says which card the button belongs to. */
  label: string;
  icon?: ReactNode;
  /** The action is in progress and can't be repeated. */
  pending?: boolean;
  onPress: () => void;
  children: ReactNode;
}

/** A card's action, labelled with one word. */
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
  /** The buttons' accessible names, for users who don't see the film. */
  labels: { download: string; share: string; gift: string; delete: string };
  onDownload: () => void;
  onShare: () => void;
  /** The other ways to give it away. */
  onGift: () => void;
  /** Asks for confirmation. */
  onDelete: () => void;
}

/** The actions for a finished video or album. */
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
