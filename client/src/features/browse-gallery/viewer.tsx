import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type KeyboardEvent, type TouchEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import button from '#client/ui/plain/button.module.css';
import film from '#client/entities/film/film.module.css';
import { Dialog } from '#client/ui/dialog.tsx';
import { LoopingVideo } from '#client/ui/plain/looping-video.tsx';
import { frameStyle } from '#client/lib/frame-style.ts';
import { useVideoTitle } from '#client/entities/video/video-title.ts';
import { publicPath } from '#client/entities/film/public-path.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import { useLast } from '#client/lib/use-last.ts';
import { VideoActions } from './video-actions.tsx';
import classes from './viewer.module.css';

interface ViewerProps {
  /** All videos that can be turned to, in order. */
  videos: VideoTask[];
  /** The task id of the video shown; null while closed. */
  viewing: string | null;
  /** Another dialog is on top and handles Escape. */
  covered: boolean;
  onTurn: (taskId: string) => void;
  onShare: (taskId: string) => void;
  onGift: (video: VideoTask) => void;
  onDelete: (video: VideoTask) => void;
  onClose: () => void;
}

/** A horizontal swipe of this many pixels turns the page. */
const swipe = 48;

/** One video in full screen, and controls for the next: arrows, keys, swipes. */
export function Viewer({
  videos,
  viewing,
  covered,
  onTurn,
  onShare,
  onGift,
  onDelete,
  onClose,
}: ViewerProps) {
  const { t } = useTranslation();
  const titleOf = useVideoTitle();
  const index = videos.findIndex(({ taskId }) => taskId === viewing);
  const shown = videos[index] ?? null;
  const video = useLast(shown);
  const touch = useRef<{ x: number; y: number } | null>(null);
  const neighbours = { back: videos[index - 1], on: videos[index + 1] };
  const turn = (to: VideoTask | undefined) => shown && to && onTurn(to.taskId);

  function onKeyDown({ key, target }: KeyboardEvent) {
    if (covered || target instanceof HTMLInputElement) return;
    if (key === 'ArrowLeft') turn(neighbours.back);
    if (key === 'ArrowRight') turn(neighbours.on);
  }

  function onTouchStart({ touches }: TouchEvent) {
    const [finger] = Array.from(touches);
    touch.current = finger && touches.length === 1 ? { x: finger.clientX, y: finger.clientY } : null;
  }

  function onTouchEnd({ changedTouches }: TouchEvent) {
    const [finger] = Array.from(changedTouches);
    if (!finger || !touch.current) return;
    const along = finger.clientX - touch.current.x;
    const across = finger.clientY - touch.current.y;
    touch.current = null;
    if (Math.abs(along) < swipe || Math.abs(along) < 2 * Math.abs(across)) return;
    turn(along > 0 ? neighbours.back : neighbours.on);
  }

  if (!video) return null;
  return (
    <Dialog
      opened={shown !== null}
      title={titleOf(video)}
      onClose={() => !covered && onClose()}
      full
      returnFocus={false}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrows do the same, as buttons */}
      <div
        className={classes.viewer}
        onKeyDown={onKeyDown}
        onTouchStart={onTouchStart}
        onTouchEnd={onTouchEnd}
      >
        <Stage key={video.taskId} video={video} />
        {videos.length > 1 && (
          <p className={classes.place} aria-live="polite">
            {t('gallery.place', { number: index + 1, total: videos.length })}
          </p>
        )}
        <button
          type="button"
          className={`${button.round} ${classes.arrow} ${classes.back}`}
          aria-label={t('gallery.previous')}
          aria-disabled={!neighbours.back}
          hidden={videos.length < 2}
          onClick={() => turn(neighbours.back)}
        >
          <IconChevronLeft size={26} aria-hidden />
        </button>
        <button
          type="button"
          data-autofocus
          className={`${button.round} ${classes.arrow} ${classes.on}`}
          aria-label={t('gallery.next')}
          aria-disabled={!neighbours.on}
          hidden={videos.length < 2}
          onClick={() => turn(neighbours.on)}
        >
          <IconChevronRight size={26} aria-hidden />
        </button>
        <div className={classes.actions}>
          <VideoActions
            video={video}
            name={titleOf(video)}
            onShare={() => onShare(video.taskId)}
            onGift={() => onGift(video)}
            onDelete={() => onDelete(video)}
          />
        </div>
      </div>
    </Dialog>
  );
}

function Stage({ video }: { video: VideoTask }) {
  const { t } = useTranslation();
  const src = useRendition(publicPath('video', video.taskId));
  const poster = useRendition(video.thumbnailUrl ?? '');
  const name = useVideoTitle()(video);
  return (
    <div className={classes.stage} style={frameStyle(video)}>
      <LoopingVideo
        src={src}
        poster={video.thumbnailUrl ? poster : undefined}
        label={name}
        playLabel={t('gallery.play', { name })}
        pauseLabel={t('gallery.pause', { name })}
        className={`${film.film} ${classes.video}`}
      />
    </div>
  );
}
