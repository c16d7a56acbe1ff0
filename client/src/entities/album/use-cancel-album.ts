import { useTranslation } from 'react-i18next';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';

/** Cancels an album that is being made; a toast confirms it, or says that the album was already finished. */
export function useCancelAlbum(onCanceled: () => void) {
  const { t } = useTranslation();
  const { album } = trpc.useUtils();
  return trpc.album.cancel.useMutation({
    meta: { failure: { title: 'albums.cancelFailed' } },
    onSuccess({ albumName }) {
      showToast({ title: t('albums.canceled'), message: albumName });
      onCanceled();
    },
    onSettled(_album, _error, { mergeId }) {
      void album.status.invalidate({ mergeId });
      return album.list.invalidate();
    },
  });
}
