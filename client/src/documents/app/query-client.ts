import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import type { TaskProgress } from '#shared/schemas/video.ts';
import { errorCodeOf } from '#client/api/error-code.ts';
import { announceFailure } from '#client/ui/failure.ts';
import { advance, type ProgressState } from '#client/entities/video/task-progress.ts';
import { trpc } from '#client/api/trpc.ts';

/**
 * The query cache with the product's defaults: no retries, no refetch on focus, data never stale unless a call
 * overrides it. A failed call is announced as its `meta.failure` says. If any call finds that the session has ended,
 * the signed-in user is refetched, which brings up the auth screen. Task progress from any source is merged with what
 * is known.
 */
export function createQueryClient(): QueryClient {
  const sessionKey = getQueryKey(trpc.auth.me, undefined, 'query');
  const askWhoIsSignedIn = (error: unknown) => {
    if (errorCodeOf(error) === 'not_signed_in') void client.invalidateQueries({ queryKey: sessionKey });
  };
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error, { queryKey, meta, state }) {
        const aboutSession = hashKey([queryKey[0]]) === hashKey([sessionKey[0]]);
        if (!aboutSession) askWhoIsSignedIn(error);
        const again = meta?.once === true && state.errorUpdateCount > 1;
        if (!again && errorCodeOf(error) !== 'not_signed_in') announceFailure(meta, error);
      },
    }),
    mutationCache: new MutationCache({
      onError(error, _variables, _onMutateResult, { meta }) {
        askWhoIsSignedIn(error);
        // The auth screen shows this, with the page still behind it.
        if (errorCodeOf(error) !== 'not_signed_in') announceFailure(meta, error);
      },
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false },
    },
  });
  client.setQueryDefaults(getQueryKey(trpc.video.status), {
    structuralSharing: (known, news) =>
      advance(known as ProgressState | undefined, news as TaskProgress, Date.now()),
  });
  return client;
}
