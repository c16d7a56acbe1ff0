import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import classes from './page.module.css';

let visited = false;

/**
 * A page's main region. Names the tab after it, and takes the focus when the visitor came from another page of ours,
 * so that a screen reader starts here; never on the first load, and never where only the language changed.
 */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { state } = useLocation();
  const keepFocus = Boolean(state?.keepFocus);

  useEffect(() => {
    document.title = title;
  }, [title]);

  // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each page, as it appears
  useEffect(() => {
    if (visited && !keepFocus) {
      window.scrollTo(0, 0);
      main.current?.focus({ preventScroll: true });
    }
    visited = true;
  }, []);

  return (
    <main id="main" ref={main} tabIndex={-1} className={classes.main}>
      {children}
    </main>
  );
}
