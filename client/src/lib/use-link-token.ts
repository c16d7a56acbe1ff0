import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOnce } from './use-once.ts';

/**
 * The token in the fragment of a mail's link, or null. It is removed from the address immediately, so that neither the
 * history nor a screenshot of the window contains it.
 */
export function useLinkToken(): string | null {
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1) || null);
  useOnce(() => {
    if (token) void navigate({ hash: '' }, { replace: true, state: { keepFocus: true } });
  });
  return token;
}
