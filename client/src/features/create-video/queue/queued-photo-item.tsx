import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import { RefusalHelp } from '#client/entities/photo/ui/refusal-help.tsx';
import type { OutboxPhoto, Phase } from '#client/entities/outbox/photos.ts';
import classes from './queue-card.module.css';

interface QueuedPhotoItemProps {
  photo: OutboxPhoto;
  /** A thumbnail as a data URL; null if there can be none, undefined until the photo was read. */
  thumb: string | null | undefined;
  /** Null if it can't be removed now. */
  onRemove: (() => void) | null;
}

/** One photo of the queue: a thumbnail, its name and status, and a button to remove it. */
export function QueuedPhotoItem({ photo: { row, phase }, thumb, onRemove }: QueuedPhotoItemProps) {
  const { t } = useTranslation();
  const words = usePhaseWords(phase, thumb !== undefined);
  const { name } = row.file;
  const isBad = phase.is === 'refused' || phase.is === 'declined' || phase.is === 'failed';
  return (
    <li className={classes.photo} data-state={phase.is}>
      <div className={classes.picture}>
        {thumb && <img src={thumb} alt={t('upload.preview', { name })} className={classes.image} />}
        {onRemove && phase.is !== 'sent' && (
          <button
            type="button"
            className={`${button.round} ${classes.remove}`}
            aria-label={t('queue.remove', { name })}
            onClick={onRemove}
          >
            <IconX size={18} aria-hidden />
          </button>
        )}
      </div>
      <p className={classes.name}>{name}</p>
      <p className={isBad ? classes.reason : classes.state}>{words}</p>
      {isBad && (
        <p className={classes.reason}>
          <RefusalHelp code={phase.code} file={row.file} />
        </p>
      )}
    </li>
  );
}

function usePhaseWords(phase: Phase, isRead: boolean): string {
  const { t } = useTranslation();
  switch (phase.is) {
    case 'sending': {
      if (phase.fraction === null) return t('queue.states.preparing');
      return t('queue.states.sending', { percent: Math.round(phase.fraction * 100) });
    }
    case 'refused':
    case 'declined':
    case 'failed':
      return phase.code ? t(`errors.${phase.code}`) : t('failure.startFailed');
    case 'ready':
      return t(`queue.states.${isRead ? 'ready' : 'reading'}`);
    case 'waiting':
    case 'sent':
      return t(`queue.states.${phase.is}`);
  }
}
