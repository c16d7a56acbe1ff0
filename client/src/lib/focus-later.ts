import { useEffect, useRef } from 'react';
import { type FocusOptions, type FocusTarget, moveFocus } from './focus.ts';

/**
 * Returns a function that moves the focus to an element that may not exist yet: immediately, or after the caller's next
 * render that adds it.
 */
export function useFocusLater(): (target: FocusTarget, options?: FocusOptions) => void {
  const wish = useRef<(() => boolean) | null>(null);
  const grant = () => {
    if (wish.current?.()) wish.current = null;
  };
  useEffect(grant);
  return (target, options) => {
    wish.current = () => moveFocus(target, options);
    grant();
  };
}
