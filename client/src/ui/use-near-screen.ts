import { useFocusWithin, useMergedRef } from '@mantine/hooks';
import { startTransition, useEffect, useRef, useState } from 'react';

/**
 * Whether an element should render its full content: it is within a screen's height of the viewport, or contains the
 * focus. Elements further away may render less, so that a long list costs no more than a short one.
 */
export function useNearScreen<T extends HTMLElement>() {
  const element = useRef<T>(null);
  const [near, setNear] = useState(false);
  const { ref: focusRef, focused } = useFocusWithin<T>();

  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      // Many may come near at once: scrolling must not wait for all of them. If several changes are reported together,
      // the last one is current.
      (entries) => startTransition(() => setNear(entries.at(-1)?.isIntersecting ?? false)),
      { rootMargin: '100% 0%' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  return { ref: useMergedRef(element, focusRef), near: near || focused };
}
