import { useTranslation } from 'react-i18next';
import { errorCodeOf } from '../../lib/error-code.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';
import { type AlbumDraft, type CheckedDraft, checkDraft } from './draft.ts';

type Refusal = Extract<CheckedDraft, { ok: false }>;

/** Makes an album of a draft; says in a toast what is missing, or what went wrong and may be tried again. */
export function useCreateAlbum(on: {
  created: (mergeId: string) => void;
  refused: (refusal: Refusal) => void;
}) {
  const { t } = useTranslation();
  const utils = trpc.useUtils();
  const creation = trpc.album.create.useMutation();

  function refuse(refusal: Refusal) {
    const title =
      refusal.code === 'album_name_required'
        ? t('albumForm.nameRequired')
        : refusal.code === 'album_too_few_videos'
          ? t('gallery.selectMore')
          : t('albumForm.failed');
    showToast({ title, message: t(`errors.${refusal.code}`), tone: 'destructive' });
    on.refused(refusal);
  }

  async function create(draft: AlbumDraft) {
    if (creation.isPending) return;
    const checked = checkDraft(draft);
    if (!checked.ok) return refuse(checked);
    try {
      const { mergeId } = await creation.mutateAsync(checked.request);
      void utils.album.list.invalidate();
      on.created(mergeId);
    } catch (error) {
      const code = errorCodeOf(error);
      showToast({
        title: t('albumForm.failed'),
        message: code ? t(`errors.${code}`) : t('common.pleaseTryAgain'),
        tone: 'destructive',
      });
    }
  }

  return { create, pending: creation.isPending, failed: creation.isError };
}
