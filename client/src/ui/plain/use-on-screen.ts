import { type RefObject, useEffect, useState } from 'react';

interface Place {
  /** It has been near the screen at least once. */
  near: boolean;
  /** It is on the screen now. */
  onScreen: boolean;
  /** False until the observer has first reported. */
  known: boolean;
}

/** If several changes are reported together, the last one is current. */
const isSeen = (entry: IntersectionObserverEntry | undefined) => entry?.isIntersecting === true;

/** Where an element is in relation to the screen. */
export function useOnScreen(element: RefObject<Element | null>): Place {
  const [near, setNear] = useState(false);
  const [onScreen, setOnScreen] = useState<boolean>();

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver((entries) => setOnScreen(isSeen(entries.at(-1))), {
      threshold: 0.25,
    });
    const nearby = new IntersectionObserver((entries) => entries.some(isSeen) && setNear(true), {
      rootMargin: '50%',
    });
    nearby.observe(element.current);
    observer.observe(element.current);
    return () => {
      nearby.disconnect();
      observer.disconnect();
    };
  }, [element]);

  return { near, onScreen: onScreen === true, known: onScreen !== undefined };
}
