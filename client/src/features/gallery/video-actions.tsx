import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconShare, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { shortId } from '../../lib/format.ts';
import { useDownloadVideo } from './use-download-video.ts';
import classes from './video-card.module.css';

const action = { root: classes.action, section: classes.actionIcon };

interface VideoActionsProps {
  video: VideoTask;
  onShare: () => void;
  onDelete: () => void;
}

/** What can be done with a finished video. */
export function VideoActions({ video, onShare, onDelete }: VideoActionsProps) {
  const { t } = useTranslation();
  const download = useDownloadVideo(video);
  const id = shortId(video.id);
  return (
    <>
      <Button
        variant="default"
        size="sm"
        classNames={action}
        leftSection={<IconDownload size={18} aria-hidden />}
        aria-label={t('gallery.downloadVideo', { id })}
        onClick={() => download()}
      >
        {t('gallery.download')}
      </Button>
      <Button
        variant="default"
        size="sm"
        classNames={action}
        leftSection={<IconShare size={18} aria-hidden />}
        aria-label={t('gallery.shareVideo', { id })}
        onClick={onShare}
      >
        {t('gallery.share')}
      </Button>
      <ActionIcon className={classes.delete} aria-label={t('gallery.deleteVideo', { id })} onClick={onDelete}>
        <IconTrash size={20} stroke={1.75} aria-hidden />
      </ActionIcon>
    </>
  );
}
