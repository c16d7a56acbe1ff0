import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useOnce } from './use-once.ts';

/** State that one of our links or redirects passes to the page it leads to. */
export interface NavigationState {
  /** The visitor stays where they are: only the language or the address changed. */
  keepFocus?: boolean;
  /** Credits were bought in another tab while the visitor was waiting in this one. */
  paidElsewhere?: boolean;
}

/** The navigation state with which the visitor arrived at the current address. */
export function useNavigationState(): NavigationState {
  const location = useLocation() as { state: NavigationState | null };
  return location.state ?? {};
}

/** Whether credits were bought in another tab: told once, as it is no news after a reload or on coming back. */
export function usePaidElsewhere(): boolean {
  const location = useLocation();
  const navigate = useNavigate();
  const { paidElsewhere = false, ...others } = useNavigationState();
  const [told] = useState(paidElsewhere);
  useOnce(() => {
    if (told) void navigate(location, { replace: true, state: others });
  });
  return told;
}
