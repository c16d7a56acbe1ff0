import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Puts the focus on the heading of the card (`data-card`) of that id, as soon as it is in the section; for null on the
 * page's main region. `cards` is whatever changes when cards come.
 */
export function useFocusCard(section: RefObject<HTMLElement | null>, cards: unknown) {
  const wish = useRef<{ card: string | null } | null>(null);

  function grant() {
    if (!wish.current) return;
    const { card } = wish.current;
    const target = card
      ? section.current?.querySelector<HTMLElement>(`[data-card="${card}"] h3`)
      : document.getElementById('main');
    if (!target) return;
    target.focus({ preventScroll: card === null });
    wish.current = null;
  }
  const grantLater = useEffectEvent(grant);
  useEffect(() => grantLater(), [cards]);

  return (card: string | null) => {
    wish.current = { card };
    grant();
  };
}
