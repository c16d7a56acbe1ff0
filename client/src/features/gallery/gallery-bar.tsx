import { IconChecks, IconSquareX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import classes from './gallery-bar.module.css';

interface GalleryBarProps {
  /** How many videos are chosen, and of how many. */
  chosen: number;
  total: number;
  onSelectAll: () => void;
  onDeselectAll: () => void;
  onCreateAlbum: () => void;
}

/** Chooses videos and makes an album of them. Stays on the screen while some are chosen. */
export function GalleryBar({ chosen, total, onSelectAll, onDeselectAll, onCreateAlbum }: GalleryBarProps) {
  const { t } = useTranslation();
  const all = chosen === total;
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
      <Button small className={classes.button} onClick={onCreateAlbum}>
        {t('gallery.createAlbum')}
      </Button>
    </div>
  );
}
