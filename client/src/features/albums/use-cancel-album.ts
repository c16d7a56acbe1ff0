import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../../lib/error-code.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';

/** Stops an album that is being made; a toast says so, or that it was finished already. Resolves with whether it stopped. */
export function useCancelAlbum() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const cancellation = trpc.album.cancel.useMutation();

  return async (mergeId: string): Promise<boolean> => {
    try {
      const album = await cancellation.mutateAsync({ mergeId });
      showToast({ title: t('albums.canceled'), message: album.albumName });
      return true;
    } catch (error) {
      const code = errorCodeOf(error);
      showToast({
        title: t('albums.cancelFailed'),
        message: code ? t(`errors.${code}`) : t('common.pleaseTryAgain'),
        tone: 'destructive',
      });
      return false;
    } finally {
      void utils.album.status.invalidate({ mergeId });
      await utils.album.list.invalidate();
    }
  };
}
