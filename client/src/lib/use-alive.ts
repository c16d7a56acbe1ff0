import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False where a page is built ahead and while it comes alive; true from then on. */
export function useAlive(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
