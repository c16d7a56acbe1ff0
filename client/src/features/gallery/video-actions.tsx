import { useTranslation } from 'react-i18next';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { FilmActions } from '../../components/card-actions.tsx';
import { shortId } from '../../lib/format.ts';
import { useDownloadVideo } from './use-download-video.ts';

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
  const labels = {
    download: t('gallery.downloadVideo', { id }),
    share: t('gallery.shareVideo', { id }),
    delete: t('gallery.deleteVideo', { id }),
  };
  return <FilmActions labels={labels} onDownload={() => download()} onShare={onShare} onDelete={onDelete} />;
}
