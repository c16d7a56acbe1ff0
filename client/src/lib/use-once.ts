import { useEffect, useEffectEvent, useRef } from 'react';

/** Runs an action once per component instance, however often React runs its effects. */
export function useOnce(action: () => void): void {
  const done = useRef(false);
  const run = useEffectEvent(() => {
    if (done.current) return;
    done.current = true;
    action();
  });
  useEffect(() => run(), []);
}
