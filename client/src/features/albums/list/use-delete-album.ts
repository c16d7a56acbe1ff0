import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '../../../../../shared/schemas/album.ts';
import { deleteWithUndo } from '../../../lib/delete-with-undo.ts';
import { trpc } from '../../../lib/trpc.ts';

/** Deletes an album, to be undone for a while. `focusOn` puts the focus on an album's card, or for null on the page. */
export function useDeleteAlbum(focusOn: (mergeId: string | null) => void) {
  const { t } = useTranslation();
  const { list } = trpc.useUtils().album;
  const { mutateAsync: remove } = trpc.album.delete.useMutation({
    meta: { failure: { title: 'albums.notDeleted', byCode: false } },
  });
  const { mutateAsync: restore } = trpc.album.restore.useMutation();

  /** `next` is where the focus goes: the id of an album that stays, or null. */
  return ({ mergeId, albumName, status }: MergeStatus, next: string | null) =>
    deleteWithUndo({
      async hide() {
        // An answer that is on its way would bring it back.
        await list.cancel();
        list.setData(undefined, (albums) => albums?.filter((album) => album.mergeId !== mergeId));
      },
      remove: () => remove({ mergeId }),
      restore: () => restore({ mergeId }),
      renew: () => list.invalidate(),
      focusNext: () => focusOn(next),
      focusRestored: () => focusOn(mergeId),
      said: {
        deleted: t(status === 'completed' ? 'albums.deleted' : 'gallery.dismissed'),
        what: albumName,
        restored: t('albums.restored'),
        notRestored: t('albums.notRestored'),
      },
    });
}
