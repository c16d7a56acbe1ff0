import type { InfiniteData } from '@tanstack/react-query';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { putData } from '#client/api/put-data.ts';
import { trpc } from '#client/api/trpc.ts';

/** The part of the list of albums that pages load at once. The cache has all that are loaded under it. */
export const albumPage = { limit: 30 };

const paging = {
  getNextPageParam: (last: MergeStatus[]) =>
    last.length < albumPage.limit ? undefined : last.at(-1)?.mergeId,
};

/** The user's albums, newest first: the newest page, and those that `more` has loaded since. */
export function useAlbums() {
  const { data, isError, refetch, ...next } = trpc.album.list.useInfiniteQuery(albumPage, {
    ...paging,
    staleTime: 0,
  });
  return {
    albums: data?.pages.flat(),
    isError,
    refetch,
    more: {
      isThere: next.hasNextPage,
      isLoading: next.isFetchingNextPage,
      hasFailed: next.isFetchNextPageError,
      /** Resolves with the first of the older albums; null if they could not be loaded. */
      load: async () => {
        const loaded = await next.fetchNextPage();
        return loaded.isSuccess ? (loaded.data.pages.at(-1)?.[0] ?? null) : null;
      },
    },
  };
}

/** Whether the user has an album; renders again only when that changes. */
export function useHasAlbums(): boolean {
  const { data = false } = trpc.album.list.useInfiniteQuery(albumPage, {
    ...paging,
    staleTime: 0,
    select: ({ pages }) => pages.some((albums) => albums.length > 0),
  });
  return data;
}

type AlbumList = ReturnType<typeof trpc.useUtils>['album']['list'];

/** An album in the cached list, if it is there. */
export const findListed = (list: AlbumList, mergeId: string): MergeStatus | undefined =>
  list
    .getInfiniteData(albumPage)
    ?.pages.flat()
    .find((album) => album.mergeId === mergeId);

/** Changes the cached list, page by page. */
export function changeListed(
  list: AlbumList,
  change: (albums: MergeStatus[]) => MergeStatus[],
): Promise<void> {
  type Pages = InfiniteData<MergeStatus[], string | null>;
  return putData<typeof albumPage, Pages>(
    {
      cancel: (page) => list.cancel(page),
      setData: (page, data) => list.setInfiniteData(page, data as never),
    },
    albumPage,
    (loaded) => loaded && { ...loaded, pages: loaded.pages.map(change) },
  );
}
