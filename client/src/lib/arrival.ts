import { useLocation } from 'react-router';

/** What a link or redirect of ours may tell the page that it leads to. */
export interface Arrival {
  /** The visitor stays where they are: only the language or the address changed. */
  keepFocus?: boolean;
  /** Credits were bought in another tab while the visitor was waiting in this one. */
  paidElsewhere?: boolean;
}

/** How the visitor came to the present address. */
export function useArrival(): Arrival {
  const location = useLocation() as { state: Arrival | null };
  return location.state ?? {};
}
