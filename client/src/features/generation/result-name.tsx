import { limits } from '../../../../shared/limits.ts';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { EditableName } from '../../components/editable-name.tsx';
import { useRenameVideo } from '../../lib/use-rename-video.ts';
import { useVideoTitle } from '../../lib/video-title.ts';
import classes from './result-card.module.css';

/** What the finished video is called, and the way to call it otherwise. */
export function ResultName({ video }: { video: VideoTask }) {
  const title = useVideoTitle()(video);
  const { suggestion, rename } = useRenameVideo(video);
  return (
    <EditableName
      name={video.name}
      shown={title}
      maxLength={limits.video.maxNameLength}
      suggestion={suggestion}
      onRename={rename}
    >
      <p className={classes.name}>{title}</p>
    </EditableName>
  );
}
