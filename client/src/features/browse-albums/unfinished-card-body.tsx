import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '#shared/schemas/album.ts';
import card from '#client/entities/film/card.module.css';
import { CardActions, CardButton } from '#client/entities/film/card-actions.tsx';
import classes from './album-card.module.css';
import { AlbumProgress } from '#client/entities/album/album-progress.tsx';
import { useAlbumStatus } from '#client/entities/album/use-album-status.ts';
import { useCancelAlbum } from '#client/entities/album/use-cancel-album.ts';

interface UnfinishedCardBodyProps {
  album: MergeStatus;
  onCanceled: () => void;
  /** The text between the progress and the buttons. */
  children: ReactNode;
}

/** An album that is queued or being made: its progress, and a button to cancel it. */
export function UnfinishedCardBody({ album: listed, onCanceled, children }: UnfinishedCardBodyProps) {
  const { t } = useTranslation();
  const { mutate: cancel } = useCancelAlbum(onCanceled);
  const { album = listed } = useAlbumStatus(listed.mergeId, listed);

  return (
    <>
      <div className={`${card.picture} ${card.blank} ${classes.picture}`}>
        <div className={`${card.label} ${classes.state}`}>
          <p>
            {album.status === 'pending'
              ? t('albumStatus.pending', { position: album.queuePosition })
              : t('albumStatus.processing', { count: album.totalVideos })}
          </p>
          {album.status !== 'pending' && <AlbumProgress album={album} />}
        </div>
      </div>
      {children}
      <CardActions>
        <CardButton
          label={t('albums.cancelNamed', { name: album.albumName })}
          onPress={() => cancel({ mergeId: album.mergeId })}
        >
          {t('albums.cancel')}
        </CardButton>
      </CardActions>
    </>
  );
}
