import { useFocusWithin, useIntersection, useMergedRef } from '@mantine/hooks';

/**
 * Whether an element is worth its whole content: it is within a screen's height of the screen, or the focus is in it.
 * What is further away may show less, so that a long list costs no more than a short one.
 */
export function useNearScreen<T extends HTMLElement>() {
  const { ref, entry } = useIntersection<T>({ rootMargin: '100% 0%' });
  const { ref: focusRef, focused } = useFocusWithin<T>();
  return { ref: useMergedRef(ref, focusRef), near: focused || entry?.isIntersecting === true };
}
