import { useEffect } from 'react';
import { api } from '#client/api/api.ts';

/**
 * Hides a page that the browser has kept in memory and shows again, until it is known that `email` is still signed in;
 * loads it anew if not. Otherwise, going back after signing out would show what was on it.
 */
export function useRestoredPage(email: string): void {
  useEffect(() => {
    const root = document.documentElement;
    async function check({ persisted }: PageTransitionEvent) {
      if (!persisted) return;
      root.style.visibility = 'hidden';
      const me = await api.auth.me.query().catch(() => null);
      if (me?.user?.email === email) root.style.visibility = '';
      else window.location.reload();
    }
    const listen = (event: PageTransitionEvent) => void check(event);
    window.addEventListener('pageshow', listen);
    return () => window.removeEventListener('pageshow', listen);
  }, [email]);
}
