import { Button } from '@mantine/core';
import { IconDownload, IconShare } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { LoopingVideo } from '../../components/looping-video.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { formatMonthDay, shortId } from '../../lib/format.ts';
import { useRendition } from '../../lib/renditions.ts';
import { publicVideoPath } from '../../lib/video-path.ts';
import { useDownloadVideo } from './use-download-video.ts';
import { useShareVideo } from './use-share-video.ts';
import classes from './video-card.module.css';

interface VideoCardProps {
  video: VideoTask;
  /** Shows the link itself, where the browser can neither share nor copy it. */
  onShowLink: (url: string) => void;
}

/** One finished video as a print: it moves while it is on the screen, and can be downloaded and shared. */
export function VideoCard({ video, onShowLink }: VideoCardProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const download = useDownloadVideo(video);
  const share = useShareVideo(video.taskId, onShowLink);
  const src = useRendition(publicVideoPath(video.taskId));
  const poster = useRendition(video.thumbnailUrl ?? '');
  const id = shortId(video.id);
  return (
    <li className={classes.card} data-task={video.taskId}>
      <LoopingVideo
        src={src}
        poster={video.thumbnailUrl ? poster : undefined}
        label={t('gallery.video', { id })}
        playLabel={t('gallery.play', { id })}
        pauseLabel={t('gallery.pause', { id })}
        className={classes.video}
      />
      <div className={classes.words}>
        <h3 className={classes.name}>{t('gallery.video', { id })}</h3>
        <time className={classes.date} dateTime={video.createdAt}>
          {formatMonthDay(video.createdAt, language)}
        </time>
      </div>
      <div className={classes.actions}>
        <Button
          variant="default"
          size="sm"
          className={classes.action}
          leftSection={<IconDownload size={18} aria-hidden />}
          aria-label={t('gallery.downloadVideo', { id })}
          onClick={download}
        >
          {t('gallery.download')}
        </Button>
        <Button
          variant="default"
          size="sm"
          className={classes.action}
          leftSection={<IconShare size={18} aria-hidden />}
          aria-label={t('gallery.shareVideo', { id })}
          onClick={share}
        >
          {t('gallery.share')}
        </Button>
      </div>
    </li>
  );
}
