import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';

/**
 * Puts the focus on the heading of the card (`data-card`) of that id, as soon as it is in the section; for null on the
 * section's own heading, or on the page where there is none. `cards` is whatever changes when cards come.
 */
export function useFocusCard(section: RefObject<HTMLElement | null>, cards: unknown) {
  const wish = useRef<{ card: string | null } | null>(null);

  function grant() {
    if (!wish.current) return;
    const { card } = wish.current;
    const place = card ? section.current?.querySelector(`[data-card="${card}"]`) : section.current;
    const heading =
      place?.querySelector<HTMLElement>('h2, h3') ?? (card ? null : document.getElementById('main'));
    if (!heading) return;
    heading.focus();
    wish.current = null;
  }
  const grantLater = useEffectEvent(grant);
  useEffect(() => grantLater(), [cards]);

  return (card: string | null) => {
    wish.current = { card };
    grant();
  };
}
