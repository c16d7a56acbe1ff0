import { OptimisticSortingPlugin } from '@dnd-kit/dom/sortable';
import { useSortable } from '@dnd-kit/react/sortable';
import { IconChevronDown, IconChevronUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import type { VideoTask } from '#shared/schemas/video.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import { useVideoTitle } from '#client/entities/video/video-title.ts';
import classes from './sortable-videos.module.css';

interface SortableVideoProps {
  video: VideoTask;
  index: number;
  last: boolean;
  /** The id of the element that explains how to drag with the keyboard. */
  instructionsId: string;
  onMove: (to: number) => void;
  onRemove: () => void;
}

// Without the library's own keyboard plugin, which jumps from item to item instead of moving by pixels.
const plugins = [OptimisticSortingPlugin];

/** One video of an album: its position, picture and name, and all the controls to move it. */
export function SortableVideo({ video, index, last, instructionsId, onMove, onRemove }: SortableVideoProps) {
  const { t } = useTranslation();
  const title = useVideoTitle()(video);
  const { ref, handleRef, isDragSource } = useSortable({ id: video.taskId, index, plugins });
  const poster = useRendition(video.thumbnailUrl ?? '');
  const name = video.name ?? video.originalFilename;
  return (
    <li ref={ref} className={classes.item} data-video={video.taskId} data-dragged={isDragSource}>
      <button
        ref={handleRef}
        type="button"
        className={classes.handle}
        aria-label={t('albumForm.drag', { name })}
        aria-describedby={instructionsId}
        aria-pressed={isDragSource}
        // Escape then cancels the drag instead of closing the dialog.
        data-mantine-stop-propagation={isDragSource}
      >
        <IconGripVertical size={20} aria-hidden />
      </button>
      <div className={classes.thumbnail}>
        {video.thumbnailUrl && <img src={poster} alt="" className={classes.picture} draggable={false} />}
        <span className={classes.badge}>{index + 1}</span>
      </div>
      <div className={classes.words}>
        <span className={classes.name}>{video.originalFilename}</span>
        <span className={classes.id}>{title}</span>
      </div>
      <div className={classes.arrows}>
        <button
          type="button"
          className={button.round}
          aria-label={t('albumForm.up', { name })}
          aria-disabled={index === 0}
          onClick={() => index > 0 && onMove(index - 1)}
        >
          <IconChevronUp size={20} aria-hidden />
        </button>
        <button
          type="button"
          className={button.round}
          aria-label={t('albumForm.down', { name })}
          aria-disabled={last}
          onClick={() => !last && onMove(index + 1)}
        >
          <IconChevronDown size={20} aria-hidden />
        </button>
      </div>
      <button
        type="button"
        className={button.round}
        aria-label={t('albumForm.remove', { name })}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </button>
    </li>
  );
}
