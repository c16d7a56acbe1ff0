import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconShare, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '../../../../../shared/schemas/album.ts';
import { useNearScreen } from '../../../components/use-near-screen.ts';
import { useRendition } from '../../../lib/renditions.ts';
import classes from './album-card.module.css';
import { useDownloadAlbum } from '../use-download-album.ts';

const action = { root: classes.action, section: classes.actionIcon };

interface CompletedCardBodyProps {
  album: MergeStatus;
  onShare: (id: string) => void;
  onDelete: () => void;
  /** The words between the film and its buttons. */
  children: ReactNode;
}

/** A finished film: played where it stands, downloaded, shared, deleted. */
export function CompletedCardBody({ album, onShare, onDelete, children }: CompletedCardBodyProps) {
  const { t } = useTranslation();
  const download = useDownloadAlbum();
  const { ref, near } = useNearScreen<HTMLVideoElement>();
  const { albumName: name, outputUrl = '', posterUrl = '', downloadUrl = '' } = album;
  const src = useRendition(outputUrl);
  const poster = useRendition(posterUrl);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- music without words: there is nothing to caption */}
      <video
        ref={ref}
        src={src}
        poster={near ? poster : undefined}
        className={classes.video}
        aria-label={t('albums.video', { name })}
        controls
        playsInline
        preload="none"
      />
      {children}
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          classNames={action}
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={t('albums.download', { name })}
          onClick={() => download(downloadUrl)}
        >
          {t('gallery.download')}
        </Button>
        <Button
          variant="default"
          size="sm"
          classNames={action}
          leftSection={<IconShare size={18} aria-hidden />}
          aria-label={t('albums.share', { name })}
          onClick={() => onShare(album.mergeId)}
        >
          {t('gallery.share')}
        </Button>
        <ActionIcon className={classes.delete} aria-label={t('albums.delete', { name })} onClick={onDelete}>
          <IconTrash size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </>
  );
}
