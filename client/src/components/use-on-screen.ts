import { type RefObject, useEffect, useState } from 'react';

/** Whether an element is on the screen now, and whether it has ever been near it. */
export function useOnScreen(element: RefObject<Element | null>): { near: boolean; onScreen: boolean } {
  const [near, setNear] = useState(false);
  const [onScreen, setOnScreen] = useState(false);

  useEffect(() => {
    if (!element.current) return;
    // Asked first, so that whoever learns that it is near knows already whether it is on the screen.
    const seen = new IntersectionObserver(([entry]) => setOnScreen(entry?.isIntersecting ?? false), {
      threshold: 0.25,
    });
    const nearby = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '50%',
    });
    nearby.observe(element.current);
    seen.observe(element.current);
    return () => {
      nearby.disconnect();
      seen.disconnect();
    };
  }, [element]);

  return { near, onScreen };
}
