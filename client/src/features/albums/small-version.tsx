import { useTranslation } from 'react-i18next';
import { Button } from '../../components/button.tsx';
import type { MergeStatus } from '../../../../shared/schemas/album.ts';
import { useDownloadAlbum } from './use-download-album.ts';

/** The second choice beside the download, where the film is too large for messengers. */
export function SmallVersion({ album: { albumName: name, smallUrl }, small = false }: SmallVersionProps) {
  const { t } = useTranslation();
  const download = useDownloadAlbum();
  if (!smallUrl) return null;
  return (
    <Button
      look="quiet"
      small={small}
      aria-label={t('albums.smallNamed', { name })}
      onClick={() => download(smallUrl)}
    >
      {t('albums.small')}
    </Button>
  );
}

interface SmallVersionProps {
  album: Pick<MergeStatus, 'albumName' | 'smallUrl'>;
  /** As the other buttons of a card are. */
  small?: boolean;
}
