import { useDocumentTitle } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { useNavigationState } from '#client/lib/navigation-state.ts';
import { moveFocus } from '#client/lib/focus.ts';
import { justSignedIn } from '#client/lib/session-flags.ts';
import { useOnce } from '#client/lib/use-once.ts';
import classes from './page.module.css';

/** True until a page has been shown in this document: returning to the first page later is no first load. */
let firstLoad = true;

/**
 * A page's main region. Sets the document title, and takes the focus when the visitor navigated from another page, so
 * that a screen reader starts here; not on the first load, nor if only the language changed. On the load after signing
 * in, its heading takes the focus, because the form that had it is gone.
 */
export function Page({ title, children }: { title: string; children: ReactNode }) {
  const main = useRef<HTMLElement>(null);
  const { keepFocus } = useNavigationState();

  useDocumentTitle(title);

  useOnce(() => {
    const stay = firstLoad || keepFocus;
    firstLoad = false;
    const signedIn = justSignedIn.read() !== null;
    justSignedIn.remove();
    if (signedIn) return void moveFocus(() => main.current?.querySelector<HTMLElement>('h1[tabindex]'));
    if (stay) return;
    window.scrollTo(0, 0);
    moveFocus(main, { stay: true });
  });

  return (
    <main id="main" ref={main} tabIndex={-1} className={classes.main}>
      {children}
    </main>
  );
}
