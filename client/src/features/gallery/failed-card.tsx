import { Button } from '@mantine/core';
import { IconMoodSad } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { isErrorCode } from '../../../../shared/errors.ts';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { shortId } from '../../lib/format.ts';
import { CardWords } from './card-words.tsx';
import classes from './unfinished-card.module.css';
import card from './video-card.module.css';

/** A video that could not be made: why, and that it cost nothing. */
export function FailedCard({ task, onDismiss }: { task: VideoTask; onDismiss: () => void }) {
  const { t } = useTranslation();
  const code = isErrorCode(task.code) ? task.code : 'generation_failed';
  return (
    <li className={card.card} data-card={task.taskId} data-status={task.status}>
      <div className={`${card.picture} ${classes.failed}`}>
        <IconMoodSad size={36} stroke={1.5} aria-hidden />
        <p>{t(`errors.${code}`)}</p>
        <p className={classes.refunded}>{t('failure.refunded')}</p>
      </div>
      <CardWords task={task} />
      <div className={card.actions}>
        <Button
          variant="default"
          size="sm"
          className={card.action}
          aria-label={t('gallery.dismissVideo', { id: shortId(task.id) })}
          onClick={onDismiss}
        >
          {t('gallery.dismiss')}
        </Button>
      </div>
    </li>
  );
}
