import type { RefObject } from 'react';
import { useFocusLater } from '../lib/focus-later.ts';

/**
 * Puts the focus on the heading of the card (`data-card`) of that id, as soon as it is in the section; for null on the
 * page's main region.
 */
export function useFocusCard(section: RefObject<HTMLElement | null>) {
  const moveFocus = useFocusLater();
  return (card: string | null) =>
    card === null
      ? moveFocus(document.getElementById('main'), { stay: true })
      : moveFocus(() => section.current?.querySelector<HTMLElement>(`[data-card="${card}"] h3`));
}
