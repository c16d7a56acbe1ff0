import { useSyncExternalStore } from 'react';

let round = 0;
const listeners = new Set<() => void>();

/**
 * To be called when another rendition may be served from now on, as after a purchase: players and posters that are
 * open ask for theirs again. The address differs only so that no cache of the page can answer.
 */
export function renewRenditions(): void {
  round += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The address of a video or poster, to be asked for afresh after each renewal. */
export function useRendition(path: string): string {
  const current = useSyncExternalStore(subscribe, () => round);
  return current === 0 ? path : `${path}?round=${current}`;
}
