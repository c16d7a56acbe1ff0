import { useFocusWithin, useMergedRef } from '@mantine/hooks';
import { startTransition, useEffect, useRef, useState } from 'react';

/**
 * Whether an element is worth its whole content: it is within a screen's height of the screen, or the focus is in it.
 * What is further away may show less, so that a long list costs no more than a short one.
 */
export function useNearScreen<T extends HTMLElement>() {
  const element = useRef<T>(null);
  const [near, setNear] = useState(false);
  const { ref: focusRef, focused } = useFocusWithin<T>();

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      // Many may come near at once: scrolling must not wait for all of them.
      // A busy page is told of several changes at once; the last is how things are.
      (entries) => startTransition(() => setNear(entries.at(-1)?.isIntersecting ?? false)),
      { rootMargin: '100% 0%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  return { ref: useMergedRef(element, focusRef), near: near || focused };
}
