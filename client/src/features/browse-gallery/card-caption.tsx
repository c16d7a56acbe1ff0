import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import card from '#client/entities/film/card.module.css';
import { VideoName } from '#client/entities/video/video-name.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMonthDay } from '#client/lib/format.ts';
import classes from './video-card.module.css';

interface CardCaptionProps {
  task: VideoTask;
  /** What its button calls it. */
  name: string;
  /** False far from the screen, where unreachable controls would only cost time. */
  editable?: boolean;
}

/**
 * A task's name, which can be edited, and its date. The name can be focused, so that a screen reader continues from
 * there.
 */
export const CardCaption = memo(function CardCaption({ task, name, editable = true }: CardCaptionProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.words}>
      <VideoName video={task} label={name} editable={editable}>
        {(title) => (
          <h3 className={classes.name} tabIndex={-1}>
            {title}
          </h3>
        )}
      </VideoName>
      {task.ai && task.status === 'Success' && (
        <abbr className={classes.ai} title={t('gallery.aiLong')}>
          {t('gallery.ai')}
        </abbr>
      )}
      <time className={`${card.soft} ${classes.date}`} dateTime={task.createdAt}>
        {formatMonthDay(task.createdAt, language)}
      </time>
    </div>
  );
});
