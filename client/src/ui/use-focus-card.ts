import type { RefObject } from 'react';
import { useFocusLater } from '#client/lib/focus-later.ts';

/**
 * Returns a function that focuses the heading of the card (`data-card`) with that id once it is in the section; for
 * null, the page's main region.
 */
export function useFocusCard(section: RefObject<HTMLElement | null>) {
  const moveFocus = useFocusLater();
  return (card: string | null) =>
    card === null
      ? moveFocus(document.getElementById('main'), { stay: true })
      : moveFocus(() => section.current?.querySelector<HTMLElement>(`[data-card="${card}"] :is(h2, h3, h4)`));
}
