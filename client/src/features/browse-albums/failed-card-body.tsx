import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#shared/errors.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { CardActions, CardButton } from '#client/entities/film/card-actions.tsx';
import { CardFailure } from '#client/entities/film/card-failure.tsx';
import classes from './album-card.module.css';
import { useRetryAlbum } from '#client/entities/album/use-retry-album.ts';

interface FailedCardBodyProps {
  album: MergeStatus;
  onDismiss: () => void;
  onReplaced: (mergeId: string) => void;
  /** The text between the reason and the buttons. */
  children: ReactNode;
}

/** A failed album: the reason, and buttons to retry or dismiss it. */
export function FailedCardBody({ album, onDismiss, onReplaced, children }: FailedCardBodyProps) {
  const { t } = useTranslation();
  const { mutate: retry, isPending: pending } = useRetryAlbum(onReplaced);
  const code = isErrorCode(album.code) ? album.code : 'album_failed';
  const { albumName: name, mergeId } = album;

  return (
    <>
      <CardFailure code={code} className={`${classes.picture} ${classes.failed}`} />
      {children}
      <CardActions>
        <CardButton label={t('albums.retry', { name })} pending={pending} onPress={() => retry({ mergeId })}>
          {t('common.tryAgain')}
        </CardButton>
        <CardButton label={t('albums.dismiss', { name })} onPress={onDismiss}>
          {t('gallery.dismiss')}
        </CardButton>
      </CardActions>
    </>
  );
}
