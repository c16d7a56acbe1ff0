import { useTranslation } from 'react-i18next';
import { isErrorCode } from '../../../../shared/errors.ts';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import card from '../../components/card.module.css';
import { CardActions, CardButton } from '../../components/card-actions.tsx';
import { CardFailure } from '../../components/card-failure.tsx';
import { useVideoTitle } from '../../lib/video-title.ts';
import { CardCaption } from './card-caption.tsx';
import classes from './unfinished-card.module.css';
import video from './video-card.module.css';

/** A video that failed: the reason, and that it cost nothing. */
export function FailedCard({ task, onDismiss }: { task: VideoTask; onDismiss: () => void }) {
  const { t } = useTranslation();
  const title = useVideoTitle()(task);
  const code = isErrorCode(task.code) ? task.code : 'generation_failed';
  return (
    <li className={`${card.card} ${video.card}`} data-card={task.taskId} data-status={task.status}>
      <CardFailure code={code} className={`${video.picture} ${classes.failed}`}>
        <p className={classes.refunded}>{t('failure.refunded')}</p>
      </CardFailure>
      <CardCaption task={task} />
      <CardActions>
        <CardButton label={t('gallery.dismissVideo', { name: title })} onPress={onDismiss}>
          {t('gallery.dismiss')}
        </CardButton>
      </CardActions>
    </li>
  );
}
