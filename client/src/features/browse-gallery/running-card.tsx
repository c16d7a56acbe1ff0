import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import card from '#client/entities/film/card.module.css';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import { useTaskProgress } from '#client/entities/video/use-task-progress.ts';
import { CardCaption } from './card-caption.tsx';
import classes from './unfinished-card.module.css';
import video from './video-card.module.css';

interface RunningCardProps {
  task: VideoTask;
  /** What its controls call it. */
  name: string;
  /** The level of its heading. */
  level: 3 | 4;
}

/** A video in progress: an empty print in its place, and its progress. It can be renamed meanwhile. */
export function RunningCard({ task, name, level }: RunningCardProps) {
  const { t } = useTranslation();
  const { status, stage, percent } = useTaskProgress(task.taskId);
  return (
    <li className={`${card.card} ${video.card}`} data-card={task.taskId} data-status={task.status}>
      <div className={`${card.picture} ${card.blank} ${video.picture}`}>
        <div className={`${card.label} ${classes.words}`}>
          <p className={classes.line}>
            <span>{status === 'Queued' ? t('progress.queued') : t(`progress.stages.${stage}`)}</span>
            <span className={classes.percent}>{percent}%</span>
          </p>
          <ProgressBar percent={percent} label={t('gallery.progress', { name })} />
        </div>
      </div>
      <CardCaption task={task} name={name} level={level} actions={nothingElse} />
    </li>
  );
}

const nothingElse = [] as const;
