import { useQueryClient } from '@tanstack/react-query';
import type { User } from '../../../../shared/schemas/auth.ts';
import { announce } from '../../lib/app-events.ts';
import { justSignedIn } from '../../lib/just-signed-in.ts';
import { trpc } from '../../lib/trpc.ts';

export type AuthMode = 'signUp' | 'signIn';

function reload(): void {
  justSignedIn.write('1');
  window.location.reload();
}

/** What follows a sign-in: the page reloads, but whose session had ended goes on with the page as it was. */
export function useGoOn(ended: User | null): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    if (user.id === ended?.id) void queryClient.invalidateQueries();
    else reload();
  };
}

/**
 * Signs up or in; on success the page reloads, so that everything starts over as this user. Where the session of `ended`
 * had ended, that user goes on with the page as it was.
 */
export function useAuthenticate(mode: AuthMode, ended: User | null) {
  const goOn = useGoOn(ended);
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess() {
      announce({ type: 'registered' });
      reload();
    },
  });
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: ({ user }) => goOn(user),
  });
  const { mutate, isPending, isSuccess } = mode === 'signUp' ? signUp : signIn;
  // What succeeded stays pending until the new page is there.
  return { authenticate: mutate, pending: isPending || isSuccess };
}
