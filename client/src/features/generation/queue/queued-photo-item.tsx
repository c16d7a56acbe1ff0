import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import button from '#client/components/button.module.css';
import type { PhotoState, QueuedPhoto } from './queue.ts';
import classes from './queue-card.module.css';

interface QueuedPhotoItemProps {
  photo: QueuedPhoto;
  /** Null if it can't be removed now. */
  onRemove: (() => void) | null;
}

/** One photo of the queue: a thumbnail, its name and status, and a button to remove it. */
export function QueuedPhotoItem({ photo: { file, thumb, state }, onRemove }: QueuedPhotoItemProps) {
  const { t } = useTranslation();
  const words = useStateWords(state);
  const { name } = file;
  const isBad = state.is === 'refused' || state.is === 'declined' || state.is === 'failed';
  return (
    <li className={classes.photo} data-state={state.is}>
      <div className={classes.picture}>
        {thumb && <img src={thumb} alt={t('upload.preview', { name })} className={classes.image} />}
        {onRemove && state.is !== 'sent' && (
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
    </li>
  );
}

function useStateWords(state: PhotoState): string {
  const { t } = useTranslation();
  switch (state.is) {
    case 'sending': {
      if (state.fraction === null) return t('queue.states.preparing');
      return t('queue.states.sending', { percent: Math.round(state.fraction * 100) });
    }
    case 'refused':
    case 'declined':
    case 'failed':
      if (state.code === 'heic_unreadable') return t('upload.heicHelp');
      return state.code ? t(`errors.${state.code}`) : t('failure.startFailed');
    case 'reading':
    case 'ready':
    case 'waiting':
    case 'sent':
      return t(`queue.states.${state.is}`);
  }
}
