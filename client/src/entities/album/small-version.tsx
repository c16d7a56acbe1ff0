import { useTranslation } from 'react-i18next';
import { Button } from '#client/ui/button.tsx';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { useDownloadAlbum } from './use-download-album.ts';

/** An alternative next to the download, for films that are too large for messengers. */
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
  /** Sized like the other buttons of a card. */
  small?: boolean;
}
