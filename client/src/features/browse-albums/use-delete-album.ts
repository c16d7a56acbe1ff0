import { useTranslation } from 'react-i18next';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { changeListed } from '#client/entities/album/albums.ts';
import { deleteWithUndo } from '#client/ui/delete-with-undo.ts';
import { trpc } from '#client/api/trpc.ts';

/** Deletes an album, with an undo period. `focusOn` moves the focus to an album's card, or to the page for null. */
export function useDeleteAlbum(focusOn: (mergeId: string | null) => void) {
  const { t } = useTranslation();
  const { list } = trpc.useUtils().album;
  const { mutateAsync: remove } = trpc.album.delete.useMutation({
    meta: { failure: { title: 'albums.notDeleted', byCode: false } },
  });
  const { mutateAsync: restore } = trpc.album.restore.useMutation();

  /** `next` gets the focus: the id of a remaining album, or null. */
  return ({ mergeId, albumName, status }: MergeStatus, next: string | null) =>
    deleteWithUndo({
      hide: () => changeListed(list, (albums) => albums.filter((album) => album.mergeId !== mergeId)),
      // A page that has become shorter would count as the last one.
      remove: () => remove({ mergeId }).then(() => void list.invalidate()),
      restore: () => restore({ mergeId }),
      renew: () => list.invalidate(),
      focusNext: () => focusOn(next),
      focusRestored: () => focusOn(mergeId),
      texts: {
        deleted: t(status === 'completed' ? 'albums.deleted' : 'gallery.dismissed'),
        what: albumName,
        restored: t('albums.restored'),
        notRestored: t('albums.notRestored'),
      },
    });
}
