import { IconDownload, IconGift, IconShare } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import { FocusHeading } from '#client/ui/focus-heading.tsx';
import { type Gift, GiftDialog } from '#client/entities/film/gift/gift-dialog.tsx';
import { LoopingVideo } from '#client/ui/plain/looping-video.tsx';
import { ShareDialog } from '#client/entities/film/share-dialog.tsx';
import { VideoName } from '#client/entities/video/video-name.tsx';
import film from '#client/entities/film/film.module.css';
import print from '#client/ui/plain/print.module.css';
import { frameStyle } from '#client/lib/frame-style.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import { publicPath } from '#client/entities/film/public-path.ts';
import { Movements } from './movements.tsx';
import panel from './generation-panel.module.css';
import classes from './result-card.module.css';
import { useShareLink } from '#client/entities/film/use-share-link.ts';
import { useVideoTitle } from '#client/entities/video/video-title.ts';
import { useTask } from '#client/entities/video/use-task.ts';
import { useKeepVideo } from './use-keep-video.ts';

interface ResultCardProps {
  taskId: string;
  downloadUrl: string;
  onAnother: () => void;
}

/** The finished video, muted and looping, with buttons to keep it and to make another. */
export function ResultCard({ taskId, downloadUrl, onAnother }: ResultCardProps) {
  const { t } = useTranslation();
  const src = useRendition(publicPath('video', taskId));
  const video = useTask(taskId);
  const titleOf = useVideoTitle();
  const [linkToShow, setLinkToShow] = useState<string | null>(null);
  const [gift, setGift] = useState<Gift | null>(null);
  const share = useShareLink('video', setLinkToShow);
  const keep = useKeepVideo(downloadUrl, video?.name ?? null);
  return (
    <section className={panel.card} aria-label={t('result.title')}>
      <FocusHeading className={panel.title}>{t('result.title')}</FocusHeading>
      <div className={`${print.print} ${classes.print}`} style={video && frameStyle(video)}>
        <LoopingVideo
          src={src}
          label={t('result.video')}
          playLabel={t('result.play')}
          pauseLabel={t('result.pause')}
          className={film.film}
          controls
        />
      </div>
      {video && <VideoName video={video}>{(title) => <p className={classes.name}>{title}</p>}</VideoName>}
      <Movements taskId={taskId} />
      <div className={panel.actions}>
        <Button
          look="quiet"
          icon={<IconGift size={20} aria-hidden />}
          onClick={() => setGift({ kind: 'video', id: taskId, name: video ? titleOf(video) : '' })}
        >
          {t('gift.button')}
        </Button>
        <Button look="quiet" onClick={onAnother}>
          {t('result.another')}
        </Button>
      </div>
      <div className={panel.foot}>
        <Button icon={<IconShare size={20} aria-hidden />} onClick={() => void share(taskId)}>
          {t('gallery.share')}
        </Button>
        <Button
          look="quiet"
          icon={<IconDownload size={20} aria-hidden />}
          aria-disabled={keep.pending}
          onClick={keep.save}
        >
          {t(keep.pending ? 'result.downloading' : 'result.download')}
        </Button>
      </div>
      <ShareDialog url={linkToShow} label={t('share.link')} onClose={() => setLinkToShow(null)} />
      <GiftDialog gift={gift} onClose={() => setGift(null)} />
    </section>
  );
}
