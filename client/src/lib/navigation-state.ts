import { useLocation } from 'react-router';

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
