import { IconDownload, IconShare, IconVolume } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { LoopingVideo } from '#client/ui/plain/looping-video.tsx';
import film from '#client/entities/film/film.module.css';
import print from '#client/ui/plain/print.module.css';
import { frameStyle } from '#client/lib/frame-style.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import classes from './album-status.module.css';
import { FilmFacts } from '#client/entities/album/film-facts.tsx';
import { SmallVersion } from '#client/entities/album/small-version.tsx';
import { useDownloadAlbum } from '#client/entities/album/use-download-album.ts';

const hasSound = ({ musicTrack, audioId, voices = [] }: MergeStatus): boolean =>
  musicTrack !== null || audioId !== undefined || voices.length > 0;

/** The finished film: plays automatically, muted until the user asks for sound. */
export function CompletedAlbum({ album, onShare }: { album: MergeStatus; onShare: (id: string) => void }) {
  const { t } = useTranslation();
  const download = useDownloadAlbum();
  const player = useRef<HTMLVideoElement>(null);
  const [silent, setSilent] = useState(hasSound(album));
  const { albumName, outputUrl = '', posterUrl = '', downloadUrl = '' } = album;
  const src = useRendition(outputUrl);
  const poster = useRendition(posterUrl);

  function playWithSound() {
    setSilent(false);
    if (!player.current) return;
    player.current.muted = false;
    player.current.currentTime = 0;
    // Rejects if it is paused, scrolled away or closed at the same moment.
    void player.current.play().catch(() => undefined);
  }

  return (
    <div className={classes.card} data-status="completed">
      <FocusHeading className={classes.title}>{t('albumStatus.completed')}</FocusHeading>
      <p className={classes.name}>{album.albumName}</p>
      <p className={classes.soft}>
        <FilmFacts album={album} />
      </p>
      <div className={`${print.print} ${classes.print}`} style={frameStyle(album)}>
        <LoopingVideo
          player={player}
          src={src}
          poster={poster}
          label={t('albums.video', { name: albumName })}
          playLabel={t('result.play')}
          pauseLabel={t('result.pause')}
          className={film.film}
          controls
        />
      </div>
      <div className={classes.actions}>
        {silent && (
          <Button look="quiet" icon={<IconVolume size={20} aria-hidden />} onClick={playWithSound}>
            {t('albumStatus.sound')}
          </Button>
        )}
        <Button icon={<IconShare size={20} aria-hidden />} onClick={() => onShare(album.mergeId)}>
          {t('gallery.share')}
        </Button>
        <Button
          look="quiet"
          icon={<IconDownload size={20} aria-hidden />}
          onClick={() => download(downloadUrl)}
        >
          {t('gallery.download')}
        </Button>
        <SmallVersion album={album} />
      </div>
    </div>
  );
}
