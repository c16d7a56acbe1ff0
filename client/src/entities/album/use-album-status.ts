import { useEffect, useEffectEvent } from 'react';
import { appLimits } from '#shared/app-limits.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { isAlbumFinal } from '#shared/status.ts';
import { findListed } from './albums.ts';
import { trpc } from '#client/api/trpc.ts';

/**
 * The status of an album: polled immediately and every three seconds until it has ended, with changes in between pushed
 * by the page's `useChanges`. `known` is the initial state, if any.
 */
export function useAlbumStatus(mergeId: string, known?: MergeStatus) {
  const utils = trpc.useUtils();
  const { data, isError, refetch } = trpc.album.status.useQuery(
    { mergeId },
    {
      staleTime: 0,
      initialData: known,
      refetchInterval: ({ state }) =>
        state.data && isAlbumFinal(state.data.status) ? false : appLimits.polling.mergeSeconds * 1000,
    },
  );
  const ended = data !== undefined && isAlbumFinal(data.status);
  const renewList = useEffectEvent(() => {
    const listed = findListed(utils.album.list, mergeId);
    if (listed?.status !== data?.status) void utils.album.list.invalidate();
  });
  useEffect(() => {
    if (ended) renewList();
  }, [ended]);
  return { album: data, failed: isError && !data, retry: () => void refetch() };
}
