import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import card from '../../components/card.module.css';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatMonthDay, shortId } from '../../lib/format.ts';
import classes from './video-card.module.css';

/** A task's name and day. The name can take the focus, so that a screen reader goes on from there. */
export const CardWords = memo(function CardWords({ task }: { task: VideoTask }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.words}>
      <h3 className={classes.name} tabIndex={-1}>
        {t('gallery.video', { id: shortId(task.id) })}
      </h3>
      <time className={`${card.soft} ${classes.date}`} dateTime={task.createdAt}>
        {formatMonthDay(task.createdAt, language)}
      </time>
    </div>
  );
});
