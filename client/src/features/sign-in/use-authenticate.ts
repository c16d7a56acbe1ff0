import { useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/schemas/auth.ts';
import { emitAppEvent } from '#client/entities/user/app-events.ts';
import { justSignedIn } from '#client/lib/session-flags.ts';
import { trpc } from '#client/api/trpc.ts';

export type AuthMode = 'signUp' | 'signIn';

function reload(): void {
  justSignedIn.write('1');
  window.location.reload();
}

/**
 * Returns what to do after a sign-in: reload the page, or keep it as it was if it is the same user whose session had
 * ended.
 */
export function useAfterSignIn(ended: User | null): (user: User) => void {
  const queryClient = useQueryClient();
  return (user) => {
    if (user.id === ended?.id) void queryClient.invalidateQueries();
    else reload();
  };
}

/**
 * Signs up or in. On success the page reloads, so that everything starts over as this user; the user `ended`, whose
 * session had expired, keeps the page as it was.
 */
export function useAuthenticate(mode: AuthMode, ended: User | null) {
  const afterSignIn = useAfterSignIn(ended);
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess() {
      emitAppEvent({ type: 'registered' });
      reload();
    },
  });
  const signIn = trpc.auth.signIn.useMutation({
    onSuccess: ({ user }) => afterSignIn(user),
  });
  const { mutate, isPending, isSuccess } = mode === 'signUp' ? signUp : signIn;
  // Stays pending after success until the new page has loaded.
  return { authenticate: mutate, pending: isPending || isSuccess };
}
