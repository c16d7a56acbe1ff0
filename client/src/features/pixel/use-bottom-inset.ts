import { type RefObject, useLayoutEffect } from 'react';

/** Keeps the page, and what floats over it, clear of a bar at the bottom of the screen, for as long as it is there. */
export function useBottomInset(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--bottom-inset', `${bar.current?.offsetHeight ?? 0}px`),
    );
    if (bar.current) observer.observe(bar.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-inset');
    };
  }, [bar]);
}
