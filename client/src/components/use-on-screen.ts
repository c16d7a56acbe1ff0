import { type RefObject, useEffect, useState } from 'react';

interface Place {
  /** It has been near the screen at some time. */
  near: boolean;
  /** It is on the screen now. */
  onScreen: boolean;
  /** False until somebody has looked where it is. */
  known: boolean;
}

/** A busy page is told of several changes at once; the last is how things are. */
const isSeen = (entry: IntersectionObserverEntry | undefined) => entry?.isIntersecting === true;

/** Where an element is, seen from the screen. */
export function useOnScreen(element: RefObject<Element | null>): Place {
  const [near, setNear] = useState(false);
  const [onScreen, setOnScreen] = useState<boolean>();

  useEffect(() => {
    if (!element.current) return;
    const seen = new IntersectionObserver((entries) => setOnScreen(isSeen(entries.at(-1))), {
      threshold: 0.25,
    });
    const nearby = new IntersectionObserver((entries) => entries.some(isSeen) && setNear(true), {
      rootMargin: '50%',
    });
    nearby.observe(element.current);
    seen.observe(element.current);
    return () => {
      nearby.disconnect();
      seen.disconnect();
    };
  }, [element]);

  return { near, onScreen: onScreen === true, known: onScreen !== undefined };
}
