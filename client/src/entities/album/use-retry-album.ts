import { trpc } from '#client/api/trpc.ts';

/** Retries a failed album; `onReplaced` receives the album that replaces it, once it is in the list. */
export function useRetryAlbum(onReplaced: (mergeId: string) => void) {
  const { album } = trpc.useUtils();
  return trpc.album.retry.useMutation({
    meta: { failure: { title: 'albumForm.failed' } },
    async onSuccess({ mergeId }) {
      await album.list.invalidate();
      onReplaced(mergeId);
    },
  });
}
