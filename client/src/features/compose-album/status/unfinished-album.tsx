import { Wheel } from '#client/ui/spinner.tsx';
import { IconClockHour4 } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { AlbumProgress } from '#client/entities/album/album-progress.tsx';
import classes from './album-status.module.css';
import { useCancelAlbum } from '#client/entities/album/use-cancel-album.ts';

/** An album that is queued or being made, with its actual progress. */
export function UnfinishedAlbum({ album, onCanceled }: { album: MergeStatus; onCanceled: () => void }) {
  const { t } = useTranslation();
  const { mutate: cancel } = useCancelAlbum(onCanceled);
  const { mergeId, status, queuePosition, totalVideos } = album;
  const pending = status === 'pending';
  return (
    <div className={classes.card} data-status={status}>
      {pending ? (
        <IconClockHour4 size={44} stroke={1.5} className={classes.waiting} aria-hidden />
      ) : (
        <Wheel />
      )}
      <FocusHeading className={classes.title}>{t('albumStatus.making')}</FocusHeading>
      <p className={classes.name}>{album.albumName}</p>
      <p role="status">
        {pending
          ? t('albumStatus.pending', { position: queuePosition })
          : t('albumStatus.processing', { count: totalVideos })}
      </p>
      {!pending && <AlbumProgress album={album} />}
      {pending && <Wait seconds={album.estimatedSeconds} />}
      <p className={classes.soft}>{t('albumStatus.close')}</p>
      <Button look="quiet" onClick={() => cancel({ mergeId })}>
        {t('albums.cancel')}
      </Button>
    </div>
  );
}

/** How long it usually takes, and the estimated time from its place in the queue, if known. */
function Wait({ seconds }: { seconds: number | undefined }) {
  const { t } = useTranslation();
  return (
    <p className={classes.soft}>
      <span>{`${t('albumStatus.usually')} `}</span>
      {seconds !== undefined && (
        <span>
          {seconds < 60
            ? t('albumStatus.estimateSoon')
            : t('albumStatus.estimate', { count: Math.round(seconds / 60) })}
        </span>
      )}
    </p>
  );
}
