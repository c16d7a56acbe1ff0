import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { isErrorCode } from '#shared/errors.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { shortId } from '#client/lib/format.ts';
import classes from './album-status.module.css';
import { useRetryAlbum } from '#client/entities/album/use-retry-album.ts';

interface FailedAlbumProps {
  album: MergeStatus;
  onReplaced: (mergeId: string) => void;
  onClose: () => void;
}

/** Why an album failed, and a button to retry. */
export function FailedAlbum({ album, onReplaced, onClose }: FailedAlbumProps) {
  const { t } = useTranslation();
  const { mutate: retry, isPending: pending } = useRetryAlbum(onReplaced);
  const { mergeId } = album;
  const code = isErrorCode(album.code) ? album.code : 'album_failed';

  return (
    <div className={classes.card} data-status="failed">
      <IconMoodSad size={44} stroke={1.5} className={classes.sad} aria-hidden />
      <FocusHeading className={classes.title}>{t('albumStatus.failed')}</FocusHeading>
      <p className={classes.name}>{album.albumName}</p>
      <p>{t(`errors.${code}`)}</p>
      <p className={classes.soft}>
        {t('albumStatus.details', { code, id: shortId(mergeId), count: album.totalVideos })}
      </p>
      <div className={classes.actions}>
        <Button aria-disabled={pending} onClick={() => !pending && retry({ mergeId })}>
          {t('common.tryAgain')}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('albumStatus.otherVideos')}
        </Button>
      </div>
    </div>
  );
}
