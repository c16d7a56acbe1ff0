import { useTranslation } from 'react-i18next';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import card from '../../components/card.module.css';
import { CardActions } from '../../components/card-actions.tsx';
import { LoopingVideo } from '../../components/looping-video.tsx';
import { useNearScreen } from '../../components/use-near-screen.ts';
import { useVideoTitle } from '../../lib/video-title.ts';
import { useRendition } from '../../lib/renditions.ts';
import { publicPath } from '../../lib/public-path.ts';
import { CardWords } from './card-words.tsx';
import { SelectBox } from './select-box.tsx';
import { VideoActions } from './video-actions.tsx';
import classes from './video-card.module.css';

interface VideoCardProps {
  video: VideoTask;
  /** Null where there is nothing to choose from. */
  choice: { chosen: boolean; onToggle: () => void } | null;
  onShare: (id: string) => void;
  onGift: () => void;
  onDelete: () => void;
}

/** One finished video as a print: it moves while it is on the screen, and can be chosen, downloaded, shared, deleted. */
export function VideoCard({ video, choice, onShare, onGift, onDelete }: VideoCardProps) {
  const title = useVideoTitle()(video);
  const { ref, near } = useNearScreen<HTMLLIElement>();
  return (
    <li
      ref={ref}
      className={`${card.card} ${classes.card}`}
      data-card={video.taskId}
      data-task={video.taskId}
      data-chosen={choice?.chosen}
    >
      <div className={`${card.picture} ${classes.picture}`}>
        {near && <Player video={video} title={title} />}
        {near && choice && <SelectBox name={title} {...choice} />}
      </div>
      <CardWords task={video} editable={near} />
      <CardActions>
        {near && (
          <VideoActions
            video={video}
            onShare={() => onShare(video.taskId)}
            onGift={onGift}
            onDelete={onDelete}
          />
        )}
      </CardActions>
    </li>
  );
}

function Player({ video, title }: { video: VideoTask; title: string }) {
  const { t } = useTranslation();
  const src = useRendition(publicPath('video', video.taskId));
  const poster = useRendition(video.thumbnailUrl ?? '');
  return (
    <LoopingVideo
      src={src}
      poster={video.thumbnailUrl ? poster : undefined}
      label={title}
      playLabel={t('gallery.play', { name: title })}
      pauseLabel={t('gallery.pause', { name: title })}
      className={classes.video}
    />
  );
}
