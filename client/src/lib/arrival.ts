import { useLocation } from 'react-router';

/** State that one of our links or redirects passes to the page it leads to. */
export interface Arrival {
  /** The visitor stays where they are: only the language or the address changed. */
  keepFocus?: boolean;
  /** Credits were bought in another tab while the visitor was waiting in this one. */
  paidElsewhere?: boolean;
}

/** The navigation state with which the visitor arrived at the current address. */
export function useArrival(): Arrival {
  const location = useLocation() as { state: Arrival | null };
  return location.state ?? {};
}
