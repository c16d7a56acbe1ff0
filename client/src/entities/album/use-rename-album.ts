import { changeListed } from './albums.ts';
import { putData } from '#client/api/put-data.ts';
import { trpc } from '#client/api/trpc.ts';

/** Returns a function that renames an album and resolves once the cached list and album are updated. */
export function useRenameAlbum(mergeId: string): (name: string | null) => Promise<void> {
  const { list, status } = trpc.useUtils().album;
  const { mutateAsync } = trpc.album.rename.useMutation({ meta: { failure: { title: 'name.failed' } } });
  return async (name) => {
    const renamed = await mutateAsync({ mergeId, name: name ?? '' });
    await Promise.all([
      putData(status, { mergeId }, renamed),
      changeListed(list, (albums) =>
        albums.map((album) => (album.mergeId === renamed.mergeId ? renamed : album)),
      ),
    ]);
  };
}
