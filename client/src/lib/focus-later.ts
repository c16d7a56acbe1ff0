import { useEffect, useRef } from 'react';
import { type FocusOptions, type FocusTarget, moveFocus } from './focus.ts';

/**
 * Returns a function that moves the focus to an element that may not exist yet: immediately, or after the caller's next
 * render that adds it.
 */
export function useFocusLater(): (target: FocusTarget, options?: FocusOptions) => void {
  const pending = useRef<(() => boolean) | null>(null);
  const grant = () => {
    if (pending.current?.()) pending.current = null;
  };
  useEffect(grant);
  return (target, options) => {
    pending.current = () => moveFocus(target, options);
    grant();
  };
}
