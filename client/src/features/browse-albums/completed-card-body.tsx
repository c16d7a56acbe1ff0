import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '#shared/schemas/album.ts';
import card from '#client/entities/film/card.module.css';
import { CardActions, FilmActions } from '#client/entities/film/card-actions.tsx';
import { useNearScreen } from '#client/ui/use-near-screen.ts';
import { frameStyle } from '#client/lib/frame-style.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import classes from './album-card.module.css';
import { SmallVersion } from '#client/entities/album/small-version.tsx';
import { useDownloadAlbum } from '#client/entities/album/use-download-album.ts';

interface CompletedCardBodyProps {
  album: MergeStatus;
  onShare: (id: string) => void;
  onGift: () => void;
  onDelete: () => void;
  /** The text between the film and its buttons. */
  children: ReactNode;
}

/** A finished film: plays in place, and can be downloaded, shared or deleted. */
export function CompletedCardBody({ album, onShare, onGift, onDelete, children }: CompletedCardBodyProps) {
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
        className={`${card.picture} ${classes.picture} ${classes.video}`}
        style={frameStyle(album)}
        aria-label={t('albums.video', { name })}
        controls
        playsInline
        preload="none"
      />
      {children}
      <SmallVersion album={album} small />
      <CardActions>
        <FilmActions
          labels={{
            download: t('albums.download', { name }),
            share: t('albums.share', { name }),
            gift: t('gift.open', { name }),
            delete: t('albums.delete', { name }),
          }}
          onDownload={() => download(downloadUrl)}
          onShare={() => onShare(album.mergeId)}
          onGift={onGift}
          onDelete={onDelete}
        />
      </CardActions>
    </>
  );
}
