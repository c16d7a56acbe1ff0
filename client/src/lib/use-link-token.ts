import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useOnce } from './use-once.ts';

/**
 * The token that a mail's link carries in its fragment, null where there is none. It is taken out of the address at once: neither
 * the history nor a picture of the window keeps it.
 */
export function useLinkToken(): string | null {
  const navigate = useNavigate();
  const [token] = useState(() => window.location.hash.slice(1) || null);
  useOnce(() => {
    if (token) void navigate({ hash: '' }, { replace: true, state: { keepFocus: true } });
  });
  return token;
}
