import { IconChecks, IconPrinter, IconSquareX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import button from '#client/ui/plain/button.module.css';
import classes from './gallery-bar.module.css';

interface GalleryBarProps {
  /** How many videos are chosen. */
  chosen: number;
  /** Whether all that are shown are chosen. */
  all: boolean;
  onSelectAll: () => void;
  onDeselectAll: () => void;
  onPrint: () => void;
  onCreateAlbum: () => void;
}

/** Selects videos and makes an album or cards of them. Sticky while any are selected. */
export function GalleryBar({
  chosen,
  all,
  onSelectAll,
  onDeselectAll,
  onPrint,
  onCreateAlbum,
}: GalleryBarProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.bar} data-busy={chosen > 0} data-top>
      <Button
        look="quiet"
        small
        className={classes.button}
        icon={all ? <IconSquareX size={18} aria-hidden /> : <IconChecks size={18} aria-hidden />}
        onClick={all ? onDeselectAll : onSelectAll}
      >
        {t(all ? 'gallery.deselectAll' : 'gallery.selectAll')}
      </Button>
      <p role="status" className={classes.count}>
        {chosen > 0 && (
          <span className={classes.badge}>
            <span aria-hidden className={classes.number}>
              {chosen}
            </span>
            <span className={classes.words}>{t('gallery.selected', { count: chosen })}</span>
          </span>
        )}
      </p>
      {chosen > 0 && (
        <button type="button" className={button.round} aria-label={t('keepsake.selected')} onClick={onPrint}>
          <IconPrinter size={20} stroke={1.75} aria-hidden />
        </button>
      )}
      <Button small className={classes.button} onClick={onCreateAlbum}>
        {t('gallery.createAlbum')}
      </Button>
    </div>
  );
}
