import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '#shared/schemas/album.ts';
import type { useAlbums } from './albums.ts';
import { Button } from '#client/ui/button.tsx';

interface MoreAlbumsProps {
  more: ReturnType<typeof useAlbums>['more'];
  /** Called with the first of those that were loaded. */
  onLoaded: (album: MergeStatus) => void;
  className: string | undefined;
}

/** The end of a list of albums: a button that loads older ones, and says if that failed. */
export function MoreAlbums({ more, onLoaded, className }: MoreAlbumsProps) {
  const { t } = useTranslation();
  if (!more.isThere) return null;

  async function load() {
    if (more.isLoading) return;
    const first = await more.load();
    if (first) onLoaded(first);
  }

  return (
    <li className={className}>
      {more.hasFailed && <p role="alert">{t('albums.moreFailed')}</p>}
      <Button look="quiet" aria-disabled={more.isLoading} onClick={() => void load()}>
        {t(more.hasFailed ? 'common.tryAgain' : 'albums.more')}
      </Button>
    </li>
  );
}
