import type { User } from '#shared/schemas/auth.ts';
import { trpc } from '#client/api/trpc.ts';

export type Session =
  | { state: 'loading' }
  | { state: 'signed-in'; user: User }
  | { state: 'signed-out' }
  | { state: 'failed'; retry: () => void };

/** The current session. A failed request counts as a failure unless an earlier response still holds. */
export function useSession(): Session {
  const me = trpc.auth.me.useQuery();
  if (me.isPending) return { state: 'loading' };
  if (me.data?.user) return { state: 'signed-in', user: me.data.user };
  if (me.data) return { state: 'signed-out' };
  return { state: 'failed', retry: () => void me.refetch() };
}
