import type { User } from '../../../../shared/schemas/auth.ts';
import { errorCodeOf } from '../../lib/error-code.ts';
import { trpc } from '../../lib/trpc.ts';

export type Session =
  | { state: 'loading' }
  | { state: 'signed-in'; user: User }
  | { state: 'signed-out' }
  | { state: 'failed'; retry: () => void };

/** Who is signed in. A 401 means nobody; any other failure is a failure, unless an earlier answer still holds. */
export function useSession(): Session {
  const me = trpc.auth.me.useQuery();
  if (me.isPending) return { state: 'loading' };
  if (me.error && errorCodeOf(me.error) === 'not_signed_in') return { state: 'signed-out' };
  if (me.data) return { state: 'signed-in', user: me.data.user };
  return { state: 'failed', retry: () => void me.refetch() };
}
