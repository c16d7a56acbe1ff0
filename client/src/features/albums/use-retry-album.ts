import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../../lib/error-code.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';

/** Makes a failed album anew; resolves with the album that takes its place, or null once a toast has said why not. */
export function useRetryAlbum() {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const repetition = trpc.album.retry.useMutation();

  async function retry(mergeId: string): Promise<string | null> {
    try {
      const accepted = await repetition.mutateAsync({ mergeId });
      await utils.album.list.invalidate();
      return accepted.mergeId;
    } catch (error) {
      const code = errorCodeOf(error);
      showToast({
        title: t('albumForm.failed'),
        message: code ? t(`errors.${code}`) : t('common.pleaseTryAgain'),
        tone: 'destructive',
      });
      return null;
    }
  }

  return { retry, pending: repetition.isPending };
}
