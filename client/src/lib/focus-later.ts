import { useEffect, useRef } from 'react';
import { type FocusOptions, type FocusTarget, moveFocus } from './focus.ts';

/** How to move the focus to what may not be there yet: at once, or as soon as a render of the caller brings it. */
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
