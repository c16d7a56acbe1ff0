import { announce } from '../../lib/app-events.ts';
import { trpc } from '../../lib/trpc.ts';

export type AuthMode = 'signUp' | 'signIn';

/** Signs up or in; on success the page reloads, so that everything starts over as this user. */
export function useAuthenticate(mode: AuthMode) {
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess() {
      announce({ type: 'registered' });
      window.location.reload();
    },
  });
  const signIn = trpc.auth.signIn.useMutation({ onSuccess: () => window.location.reload() });
  const { mutate, isPending, isSuccess } = mode === 'signUp' ? signUp : signIn;
  // What succeeded stays pending until the new page is there.
  return { authenticate: mutate, pending: isPending || isSuccess };
}
