import { Wheel } from '#client/ui/spinner.tsx';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { CompletedAlbum } from './completed-album.tsx';
import { FailedAlbum } from './failed-album.tsx';
import classes from './album-status.module.css';
import { UnfinishedAlbum } from './unfinished-album.tsx';
import { useAlbumStatus } from '#client/entities/album/use-album-status.ts';

interface AlbumStatusProps {
  mergeId: string;
  onShare: (id: string) => void;
  /** Called with the album that replaces this one. */
  onReplaced: (mergeId: string) => void;
  onClose: () => void;
}

/** The status of an album, from its place in the queue to the film or the failure. */
export function AlbumStatus({ mergeId, onShare, onReplaced, onClose }: AlbumStatusProps) {
  const { t } = useTranslation();
  const { album, failed, retry } = useAlbumStatus(mergeId);
  if (failed) {
    return (
      <div className={classes.card} role="alert">
        <p>{t('albumStatus.unknown')}</p>
        <Button look="quiet" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!album) {
    return (
      <div className={classes.card} role="status">
        <Wheel />
        <p>{t('albumStatus.getting')}</p>
      </div>
    );
  }
  if (album.code === 'album_canceled') {
    return (
      <div className={classes.card} role="status">
        <p>{t('errors.album_canceled')}</p>
      </div>
    );
  }
  switch (album.status) {
    case 'pending':
    case 'processing':
      return <UnfinishedAlbum album={album} onCanceled={onClose} />;
    case 'completed':
      return <CompletedAlbum album={album} onShare={onShare} />;
    case 'failed':
      return <FailedAlbum album={album} onReplaced={onReplaced} onClose={onClose} />;
  }
}
