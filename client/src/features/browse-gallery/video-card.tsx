import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import card from '#client/entities/film/card.module.css';
import { CardActions } from '#client/entities/film/card-actions.tsx';
import { LoopingVideo } from '#client/ui/plain/looping-video.tsx';
import { useNearScreen } from '#client/ui/use-near-screen.ts';
import { frameStyle } from '#client/lib/frame-style.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import { publicPath } from '#client/entities/film/public-path.ts';
import { CardCaption } from './card-caption.tsx';
import { SelectBox } from './select-box.tsx';
import { VideoActions } from './video-actions.tsx';
import classes from './video-card.module.css';

interface VideoCardProps {
  video: VideoTask;
  /** What its controls call it. */
  name: string;
  /** Null if there is nothing to select from. */
  choice: { chosen: boolean; onToggle: () => void } | null;
  /** Opens it in the full-screen viewer. */
  onView: () => void;
  onShare: (id: string) => void;
  onGift: () => void;
  onDelete: () => void;
}

/**
 * A finished video as a print, uncropped: it plays while it is on the screen, and can be viewed, selected, downloaded,
 * shared and deleted.
 */
export function VideoCard({ video, name, choice, onView, onShare, onGift, onDelete }: VideoCardProps) {
  const { t } = useTranslation();
  const { ref, near } = useNearScreen<HTMLLIElement>();
  return (
    <li
      ref={ref}
      className={`${card.card} ${classes.card}`}
      data-card={video.taskId}
      data-task={video.taskId}
      data-chosen={choice?.chosen}
    >
      <div className={`${card.picture} ${classes.picture}`} style={frameStyle(video)}>
        {near && <Player video={video} name={name} />}
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
      <CardCaption task={video} name={name} editable={near} />
      <CardActions>
        {near && (
          <VideoActions
            video={video}
            name={name}
            onShare={() => onShare(video.taskId)}
            onGift={onGift}
            onDelete={onDelete}
          />
        )}
      </CardActions>
    </li>
  );
}

function Player({ video, name }: { video: VideoTask; name: string }) {
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
    />
  );
}
