import { useDidUpdate } from '@mantine/hooks';
import { type CSSProperties, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import { taskStages } from '#shared/status.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmAddress } from '#client/entities/user/confirm-address.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { LivingPhoto } from '#client/entities/photo/ui/living-photo.tsx';
import print from '#client/ui/plain/print.module.css';
import { ProgressBar } from '#client/ui/progress-bar.tsx';
import { moveFocus } from '#client/lib/focus.ts';
import { formatElapsed } from '#client/lib/format.ts';
import type { PhotoView } from '#client/entities/photo/print-views.ts';
import type { Photo } from '#client/entities/photo/read-photo.ts';
import { trpc } from '#client/api/trpc.ts';
import { useNow } from '#client/lib/use-now.ts';
import { useTaskProgress } from '#client/entities/video/use-task-progress.ts';
import panel from './generation-panel.module.css';
import classes from './progress-card.module.css';
import { useUsualTime } from './use-usual-time.ts';

interface ProgressCardProps {
  taskId: string;
  /** The photo that was sent, if this page still has it. */
  photo: Photo | null;
  /** The view of it that was sent. */
  view: PhotoView | null;
  /** Who rests in it. */
  rest: readonly RestPoint[];
  /** Cancels the task, as long as it has not started. */
  onCancel: () => void;
  isCanceling: boolean;
  onSuccess: () => void;
  /** Called with the failure's code. */
  onFail: (code: string | null) => void;
}

/** The video's actual progress: the bar, the stages, the elapsed time and the usual time. */
export function ProgressCard({ taskId, photo, view, rest, onSuccess, onFail, ...cancel }: ProgressCardProps) {
  const { t } = useTranslation();
  const progress = useTaskProgress(taskId);
  const card = useRef<HTMLElement>(null);
  const usual = useUsualTime();
  const { status, stage, percent, code, providerStatus } = progress;
  const stageIndex = taskStages.indexOf(stage);
  const working = providerStatus ? t(`progress.provider.${providerStatus}`) : t(`progress.stages.${stage}`);
  const stageLabel = status === 'Queued' ? t('progress.queued') : working;

  const finish = useEffectEvent(() => {
    if (status === 'Success') onSuccess();
    if (status === 'Fail') onFail(code);
  });
  useEffect(() => finish(), [status]);
  // Work has started, so the cancel button that had the focus is gone.
  useDidUpdate(() => {
    if (document.activeElement === document.body) moveFocus(() => card.current?.querySelector('h2'));
  }, [status]);

  return (
    <section ref={card} className={panel.card} aria-label={t('progress.title')} data-status={status}>
      <div className={classes.layout}>
        <div
          className={`${print.print} ${classes.print}`}
          style={{ '--done': percent / 100 } as CSSProperties}
        >
          {photo && view ? (
            <LivingPhoto
              view={view}
              seed={photo.seed}
              rest={rest}
              label={t('upload.preview', { name: photo.file.name })}
              className={classes.photo}
            />
          ) : (
            <div className={classes.blank} />
          )}
        </div>
        <div className={classes.words}>
          <FocusHeading className={panel.title}>{t('progress.title')}</FocusHeading>
          <ol className={classes.stages}>
            {taskStages.map((name, index) => (
              <li
                key={name}
                className={classes.stage}
                data-state={index < stageIndex ? 'done' : index === stageIndex ? 'now' : 'later'}
                aria-current={index === stageIndex ? 'step' : undefined}
              >
                {t(`progress.stages.${name}`)}
              </li>
            ))}
          </ol>
        </div>
      </div>
      <div className={classes.bar}>
        <p className={classes.line}>
          <span aria-live="polite">{stageLabel}</span>
          <span className={classes.percent}>{percent}%</span>
        </p>
        <ProgressBar percent={percent} label={t('progress.label')} size={10} />
        <Times since={progress.acceptedAt} usual={usual} />
      </div>
      <div className={classes.foot}>
        <p className={classes.stay}>{t('progress.stay')}</p>
        {usual?.unit === 'minutes' && <Mailed />}
        {status === 'Queued' && (
          <Button look="quiet" small aria-disabled={cancel.isCanceling} onClick={cancel.onCancel}>
            {t(cancel.isCanceling ? 'progress.canceling' : 'progress.cancel')}
          </Button>
        )}
      </div>
    </section>
  );
}

/** Whether a mail comes if it takes long. */
function Mailed() {
  const { t } = useTranslation();
  const isVerified = trpc.auth.me.useQuery().data?.user?.verified === true;
  return isVerified ? (
    <p className={classes.stay}>{t('progress.mailed')}</p>
  ) : (
    <ConfirmAddress text={t('progress.confirm')} />
  );
}

function Times({ since, usual }: { since: number; usual: ReturnType<typeof useUsualTime> }) {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <p className={classes.times}>
      <span>{t('progress.elapsed', { time: formatElapsed((now - since) / 1000) })}</span>
      {usual && <span>{t(`progress.usually.${usual.unit}`, { range: usual.range })}</span>}
    </p>
  );
}
