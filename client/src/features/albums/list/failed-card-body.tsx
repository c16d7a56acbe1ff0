import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '../../../../../shared/errors.ts';
import type { MergeStatus } from '../../../../../shared/schemas/album.ts';
import classes from './album-card.module.css';
import { useRetryAlbum } from '../use-retry-album.ts';

interface FailedCardBodyProps {
  album: MergeStatus;
  onDismiss: () => void;
  onReplaced: (mergeId: string) => void;
  /** The words between the reason and the buttons. */
  children: ReactNode;
}

/** An album that could not be made: why, another try, or no more of it. */
export function FailedCardBody({ album, onDismiss, onReplaced, children }: FailedCardBodyProps) {
  const { t } = useTranslation();
  const { mutate: retry, isPending: pending } = useRetryAlbum(onReplaced);
  const code = isErrorCode(album.code) ? album.code : 'album_failed';
  const { albumName: name, mergeId } = album;

  return (
    <>
      <div className={`${classes.blank} ${classes.failed}`}>
        <IconMoodSad size={36} stroke={1.5} aria-hidden />
        <p>{t(`errors.${code}`)}</p>
      </div>
      {children}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          className={classes.action}
          aria-label={t('albums.retry', { name })}
          aria-disabled={pending}
          onClick={() => !pending && retry({ mergeId })}
        >
          {t('common.tryAgain')}
        </Button>
        <Button
          variant="default"
          size="sm"
          className={classes.action}
          aria-label={t('albums.dismiss', { name })}
          onClick={onDismiss}
        >
          {t('gallery.dismiss')}
        </Button>
      </div>
    </>
  );
}
