import { type RefObject, useLayoutEffect } from 'react';

/** Reserves space at the bottom of the page, and of anything floating over it, for a bar while it is shown. */
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
