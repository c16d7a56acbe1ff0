import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import { FocusHeading } from '../../components/focus-heading.tsx';
import { LoopingVideo } from '../../components/looping-video.tsx';
import print from '../../components/print.module.css';
import { useRendition } from '../../lib/renditions.ts';
import { publicPath } from '../../lib/public-path.ts';
import { Movements } from './movements.tsx';
import panel from './generation-panel.module.css';
import classes from './result-card.module.css';
import { useTask } from '../../lib/use-task.ts';
import { ResultName } from './result-name.tsx';
import { useKeepVideo } from './use-keep-video.ts';

interface ResultCardProps {
  taskId: string;
  downloadUrl: string;
  onAnother: () => void;
}

/** The finished video, muted and looping, to look at, to keep, or to follow by another. */
export function ResultCard({ taskId, downloadUrl, onAnother }: ResultCardProps) {
  const { t } = useTranslation();
  const src = useRendition(publicPath('video', taskId));
  const video = useTask(taskId);
  const keep = useKeepVideo(downloadUrl, video?.name ?? null);
  return (
    <section className={panel.card} aria-label={t('result.title')}>
      <FocusHeading className={panel.title}>{t('result.title')}</FocusHeading>
      <div className={`${print.print} ${classes.print}`}>
        <LoopingVideo
          src={src}
          label={t('result.video')}
          playLabel={t('result.play')}
          pauseLabel={t('result.pause')}
          className={`${print.video} ${classes.video}`}
          controls
        />
      </div>
      {video && <ResultName video={video} />}
      <Movements taskId={taskId} />
      <div className={panel.foot}>
        <Button
          icon={<IconDownload size={20} aria-hidden />}
          aria-disabled={keep.pending}
          onClick={keep.save}
        >
          {t(keep.pending ? 'result.downloading' : 'result.download')}
        </Button>
        <Button look="quiet" onClick={onAnother}>
          {t('result.another')}
        </Button>
      </div>
    </section>
  );
}
