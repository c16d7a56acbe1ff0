import { useTranslation } from 'react-i18next';
import { isErrorCode } from '#shared/errors.ts';
import { isRefusal } from '#shared/refusals.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import card from '#client/entities/film/card.module.css';
import { CardActions, CardButton } from '#client/entities/film/card-actions.tsx';
import { CardFailure } from '#client/entities/film/card-failure.tsx';
import { useAnimateLocally } from '#client/entities/video/use-animate-locally.ts';
import { CardCaption } from './card-caption.tsx';
import classes from './unfinished-card.module.css';
import video from './video-card.module.css';

interface FailedCardProps {
  task: VideoTask;
  /** What its controls call it. */
  name: string;
  /** The level of its heading. */
  level: 3 | 4;
  onDismiss: () => void;
}

/** A video that failed: the reason, that it cost nothing, and, if a service refused it, the way to have it made here. */
export function FailedCard({ task, name, level, onDismiss }: FailedCardProps) {
  const { t } = useTranslation();
  const local = useAnimateLocally();
  const code = isErrorCode(task.code) ? task.code : 'generation_failed';
  return (
    <li className={`${card.card} ${video.card}`} data-card={task.taskId} data-status={task.status}>
      <CardFailure code={code} className={`${video.picture} ${classes.failed}`}>
        <p className={classes.refunded}>{t('failure.refunded')}</p>
      </CardFailure>
      <CardCaption task={task} name={name} level={level} actions={null} />
      <CardActions>
        {isRefusal(code) && task.photoKept && (
          <CardButton
            label={t('gallery.animateLocally', { name })}
            pending={local.isAsking}
            onPress={() => local.ask(task.taskId)}
          >
            {t('failure.local')}
          </CardButton>
        )}
        <CardButton label={t('gallery.dismissVideo', { name })} onPress={onDismiss}>
          {t('gallery.dismiss')}
        </CardButton>
      </CardActions>
    </li>
  );
}
