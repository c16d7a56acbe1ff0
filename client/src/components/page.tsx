import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { useArrival } from '../lib/arrival.ts';
import classes from './page.module.css';

/**
 * A page's main region. Names the tab after it, and takes the focus when the visitor came from another page of ours,
 * so that a screen reader starts here; never on the first load, and never where only the language changed.
 */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { key } = useLocation();
  const { keepFocus } = useArrival();

  useEffect(() => {
    document.title = title;
  }, [title]);

  const arrive = useEffectEvent(() => {
    const firstLoad = key === 'default';
    if (firstLoad || keepFocus) return;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  });
  useEffect(() => arrive(), []);

  return (
    <main id="main" ref={main} tabIndex={-1} className={classes.main}>
      {children}
    </main>
  );
}
