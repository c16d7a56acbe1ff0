import { memo } from 'react';
import { limits } from '../../../../shared/limits.ts';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import card from '../../components/card.module.css';
import { EditableName } from '../../components/editable-name.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatMonthDay } from '../../lib/format.ts';
import { useRenameVideo } from '../../lib/use-rename-video.ts';
import { useVideoTitle } from '../../lib/video-title.ts';
import classes from './video-card.module.css';

/** A task's name, which can be changed, and its day. The name can take the focus, so that a screen reader goes on from there. */
export const CardWords = memo(function CardWords({ task }: { task: VideoTask }) {
  const language = useLanguage();
  const title = useVideoTitle()(task);
  const { suggestion, rename } = useRenameVideo(task);
  return (
    <div className={classes.words}>
      <EditableName
        name={task.name}
        shown={title}
        maxLength={limits.video.maxNameLength}
        suggestion={suggestion}
        onRename={rename}
      >
        <h3 className={classes.name} tabIndex={-1}>
          {title}
        </h3>
      </EditableName>
      <time className={`${card.soft} ${classes.date}`} dateTime={task.createdAt}>
        {formatMonthDay(task.createdAt, language)}
      </time>
    </div>
  );
});
