import { useEffect, useEffectEvent, useRef } from 'react';

/** Does something once in a component's life, however often React runs its effects. */
export function useOnce(action: () => void): void {
  const done = useRef(false);
  const run = useEffectEvent(() => {
    if (done.current) return;
    done.current = true;
    action();
  });
  useEffect(() => run(), []);
}
