import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** The history state of an entry made for dialogs: how many are open. */
interface Covered {
  dialogs?: number;
}

/** Closes each open dialog, the topmost last. */
let open: readonly (() => void)[] = [];
const listeners = new Set<() => void>();

function setOpen(next: typeof open): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** While active, going back closes the dialog instead of leaving the page, which must use `useDialogHistory`. */
export function useCloseOnBack(active: boolean, onClose: () => void): void {
  const onBack = useEffectEvent(onClose);
  useEffect(() => {
    if (!active) return;
    const close = () => onBack();
    setOpen([...open, close]);
    return () => setOpen(open.filter((each) => each !== close));
  }, [active]);
}

/** The state of the browser's current entry, where the router keeps it. */
function currentState(): Covered {
  return (window.history.state as { usr?: Covered | null } | null)?.usr ?? {};
}

/**
 * Keeps one history entry for each open dialog: going back closes it, and closing it removes the entry. Entries whose
 * dialogs no longer exist, after a reload or on the way forward, are left at once. Used once in the app.
 */
export function useDialogHistory(): void {
  const { key } = useLocation();
  const navigate = useNavigate();
  const wanted = useSyncExternalStore(subscribe, () => open.length);
  const previous = useRef(0);
  const leaving = useRef(false);

  // Asks the browser: React renders a change of the location later, and two changes in a row as one.
  const reconcile = useEffectEvent(() => {
    const entered = currentState().dialogs ?? 0;
    const wentBack = entered < previous.current && !leaving.current;
    // Leaving takes a moment, in which another dialog may open.
    if (entered !== previous.current) leaving.current = false;
    previous.current = entered;
    if (entered > open.length) {
      if (leaving.current) return;
      leaving.current = true;
      void navigate(open.length - entered);
    } else if (wentBack) {
      for (const close of open.slice(entered)) close();
    } else if (!leaving.current) {
      const { pathname, search, hash } = window.location;
      for (let dialogs = entered + 1; dialogs <= open.length; dialogs += 1) {
        const state: Covered = { ...currentState(), dialogs };
        void navigate({ pathname, search, hash }, { state });
      }
      previous.current = open.length;
    }
  });
  useEffect(() => reconcile(), [wanted, key]);
  useEffect(() => {
    const onArrival = () => reconcile();
    window.addEventListener('popstate', onArrival);
    return () => window.removeEventListener('popstate', onArrival);
  }, []);
}
