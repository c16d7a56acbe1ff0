import { IconMicrophone, IconPlayerStopFilled } from '@tabler/icons-react';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { audioLimits } from '#shared/audio-limits.ts';
import { Button } from '#client/ui/button.tsx';
import { formatElapsed } from '#client/lib/format.ts';
import classes from './own-sound.module.css';
import { useRecorder } from './use-recorder.ts';

interface VoiceRecorderProps {
  /** Whether something is being sent. */
  busy: boolean;
  onUse: (recording: Blob) => void;
}

const { voice: maxSeconds } = audioLimits.maxSeconds;

/** Records a voice: with its level and time while it speaks, then to be heard, taken or spoken again. */
export function VoiceRecorder({ busy, onUse }: VoiceRecorderProps) {
  const { t } = useTranslation();
  const { recorder, start, stop, discard } = useRecorder(maxSeconds);

  if (recorder.phase === 'recording') {
    const time = t('ownSound.recording', {
      at: formatElapsed(recorder.seconds),
      total: formatElapsed(maxSeconds),
    });
    return (
      <div className={classes.recorder}>
        <Button icon={<IconPlayerStopFilled size={18} aria-hidden />} onClick={stop}>
          {t('ownSound.stop')}
        </Button>
        <meter className={classes.level} value={recorder.level} aria-label={t('ownSound.level')} />
        <span className={classes.time}>{time}</span>
      </div>
    );
  }
  if (recorder.phase === 'recorded') {
    return (
      <div className={classes.recorder}>
        <Recorded blob={recorder.blob} />
        <Button
          aria-disabled={busy}
          onClick={() => {
            if (busy) return;
            onUse(recorder.blob);
            discard();
          }}
        >
          {t('ownSound.use')}
        </Button>
        <Button look="quiet" onClick={start}>
          {t('ownSound.again')}
        </Button>
      </div>
    );
  }
  return (
    <>
      <Button
        look="quiet"
        icon={<IconMicrophone size={20} aria-hidden />}
        aria-disabled={recorder.phase === 'asking'}
        onClick={() => recorder.phase !== 'asking' && start()}
      >
        {t('ownSound.record')}
      </Button>
      {recorder.phase === 'failed' && (
        <p role="alert" className={classes.problem}>
          {t(`ownSound.${recorder.reason}`)}
        </p>
      )}
    </>
  );
}

function Recorded({ blob }: { blob: Blob }) {
  const { t } = useTranslation();
  const url = useMemo(() => URL.createObjectURL(blob), [blob]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down yet what was just spoken
  return <audio controls src={url} className={classes.player} aria-label={t('ownSound.recorded')} />;
}
