import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import { FilmActions } from '#client/entities/film/card-actions.tsx';
import { useDownloadVideo } from './use-download-video.ts';

interface VideoActionsProps {
  video: VideoTask;
  /** What they call it. */
  name: string;
  onShare: () => void;
  onGift: () => void;
  onDelete: () => void;
}

/** The actions for a finished video. */
export function VideoActions({ video, name, onShare, onGift, onDelete }: VideoActionsProps) {
  const { t } = useTranslation();
  const download = useDownloadVideo(video);
  const labels = {
    download: t('gallery.downloadVideo', { name }),
    share: t('gallery.shareVideo', { name }),
    gift: t('gift.open', { name }),
    delete: t('gallery.deleteVideo', { name }),
  };
  return (
    <FilmActions
      labels={labels}
      onDownload={() => download()}
      onShare={onShare}
      onGift={onGift}
      onDelete={onDelete}
    />
  );
}
