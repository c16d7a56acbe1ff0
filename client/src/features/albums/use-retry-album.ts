import { trpc } from '../../lib/trpc.ts';

/** Makes a failed album anew; `onReplaced` is told which album takes its place, once it is among the others. */
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
