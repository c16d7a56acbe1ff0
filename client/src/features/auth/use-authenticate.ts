import { useState } from 'react';
import type { Credentials } from '../../../../shared/schemas/auth.ts';
import { announce } from '../../lib/app-events.ts';
import { trpc } from '../../lib/trpc.ts';

export type AuthMode = 'signUp' | 'signIn';

/**
 * Signs up or in; on success the page reloads, so that everything starts over as this user.
 * Stays pending until the new page is there, and throws what the call threw.
 */
export function useAuthenticate(mode: AuthMode) {
  const signUp = trpc.auth.signUp.useMutation();
  const signIn = trpc.auth.signIn.useMutation();
  const [pending, setPending] = useState(false);

  async function authenticate(credentials: Credentials): Promise<void> {
    setPending(true);
    try {
      await (mode === 'signUp' ? signUp : signIn).mutateAsync(credentials);
      if (mode === 'signUp') announce({ type: 'registered' });
      window.location.reload();
    } catch (error) {
      setPending(false);
      throw error;
    }
  }

  return { authenticate, pending };
}
