import {
  IconDownload,
  IconGift,
  IconPlayerPause,
  IconPlayerPlay,
  IconShare,
  IconTrash,
} from '@tabler/icons-react';
import { type Ref, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import card from '#client/entities/film/card.module.css';
import { LoopingVideo } from '#client/ui/plain/looping-video.tsx';
import { useNearScreen } from '#client/ui/use-near-screen.ts';
import { frameStyle } from '#client/lib/frame-style.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import { publicPath } from '#client/entities/film/public-path.ts';
import { CardCaption } from './card-caption.tsx';
import { SelectBox } from './select-box.tsx';
import { useDownloadVideo } from './use-download-video.ts';
import classes from './video-card.module.css';

interface VideoCardProps {
  video: VideoTask;
  /** What its controls call it. */
  name: string;
  /** The level of its heading. */
  level: 3 | 4;
  /** Null if there is nothing to select from. */
  choice: { chosen: boolean; onToggle: () => void } | null;
  /** Opens it in the full-screen viewer. */
  onView: () => void;
  onShare: (id: string) => void;
  onGift: () => void;
  onDelete: () => void;
}

/**
 * A finished video as a print, uncropped: it plays while it is on the screen. Three controls: the picture leads to the
 * full-screen view, the box selects it, and a menu has everything else.
 */
export function VideoCard({ video, name, level, choice, onView, onShare, onGift, onDelete }: VideoCardProps) {
  const { t } = useTranslation();
  const { ref, near } = useNearScreen<HTMLLIElement>();
  const download = useDownloadVideo(video);
  const player = useRef<HTMLVideoElement>(null);
  const [playing, setPlaying] = useState(false);
  const icon = { size: 20, stroke: 1.75, 'aria-hidden': true };
  const actions = [
    {
      key: 'share',
      text: t('gallery.share'),
      icon: <IconShare {...icon} />,
      onChoose: () => onShare(video.taskId),
    },
    {
      key: 'download',
      text: t('gallery.download'),
      icon: <IconDownload {...icon} />,
      onChoose: () => download(),
    },
    { key: 'gift', text: t('gift.button'), icon: <IconGift {...icon} />, onChoose: onGift },
    {
      key: 'play',
      text: t(playing ? 'gallery.pauseIt' : 'gallery.playIt'),
      icon: playing ? <IconPlayerPause {...icon} /> : <IconPlayerPlay {...icon} />,
      onChoose: () => (playing ? player.current?.pause() : void player.current?.play()),
    },
    {
      key: 'delete',
      text: t('gallery.delete'),
      icon: <IconTrash {...icon} />,
      grave: true,
      onChoose: onDelete,
    },
  ];
  return (
    <li
      ref={ref}
      className={`${card.card} ${classes.card}`}
      data-card={video.taskId}
      data-task={video.taskId}
      data-chosen={choice?.chosen}
    >
      <div className={`${card.picture} ${classes.picture}`} style={frameStyle(video)}>
        {near && <Player video={video} name={name} player={player} />}
        {near && (
          <button
            type="button"
            className={classes.open}
            aria-label={t('gallery.view', { name })}
            onClick={onView}
          />
        )}
        {near && choice && <SelectBox name={name} {...choice} />}
      </div>
      <CardCaption
        task={video}
        name={name}
        level={level}
        actions={near ? actions : null}
        onOpen={() => setPlaying(player.current?.paused === false)}
      />
    </li>
  );
}

interface PlayerProps {
  video: VideoTask;
  name: string;
  player: Ref<HTMLVideoElement>;
}

function Player({ video, name, player }: PlayerProps) {
  const { t } = useTranslation();
  const src = useRendition(publicPath('video', video.taskId));
  const poster = useRendition(video.thumbnailUrl ?? '');
  return (
    <LoopingVideo
      src={src}
      poster={video.thumbnailUrl ? poster : undefined}
      label={name}
      playLabel={t('gallery.play', { name })}
      pauseLabel={t('gallery.pause', { name })}
      className={classes.video}
      toggle={false}
      player={player}
    />
  );
}
