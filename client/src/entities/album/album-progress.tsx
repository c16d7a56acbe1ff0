import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import classes from './album-progress.module.css';

/** How much of an album is done. */
export function AlbumProgress({ album: { albumName, progress: percent } }: { album: MergeStatus }) {
  const { t } = useTranslation();
  return (
    <div className={classes.progress}>
      <ProgressBar percent={percent} label={t('albumStatus.progress', { name: albumName })} />
      <span className={classes.percent}>{percent}%</span>
    </div>
  );
}
