import { Progress } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '../../../../shared/schemas/album.ts';
import classes from './album-progress.module.css';

/** How much of an album has been made. */
export function AlbumProgress({ album: { albumName, progress: percent } }: { album: MergeStatus }) {
  const { t } = useTranslation();
  return (
    <div className={classes.progress}>
      <Progress.Root size={8} classNames={{ root: classes.track }}>
        <Progress.Section
          value={percent}
          className={classes.section}
          aria-label={t('albumStatus.progress', { name: albumName })}
        />
      </Progress.Root>
      <span className={classes.percent}>{percent}%</span>
    </div>
  );
}
