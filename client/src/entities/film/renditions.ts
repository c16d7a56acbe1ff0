import { useSyncExternalStore } from 'react';

let round = 0;
const listeners = new Set<() => void>();

/**
 * Call when another rendition may be served from now on, as after a purchase: open players and posters request theirs
 * again. The address changes only to bypass the page's caches.
 */
export function renewRenditions(): void {
  round += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The address of a video or poster, which changes with each renewal. */
export function useRendition(path: string): string {
  const current = useSyncExternalStore(subscribe, () => round);
  return current === 0 ? path : `${path}?round=${current}`;
}
