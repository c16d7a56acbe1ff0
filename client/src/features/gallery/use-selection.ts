import { useState } from 'react';
import { keepExisting, type Selection, selectAll, toggle } from './selection.ts';

/** Which videos are chosen, and what changes that. */
export interface VideoSelection {
  /** In the order in which they were chosen. */
  ids: Selection;
  toggle: (id: string) => void;
  selectAll: (ids: readonly string[]) => void;
  keepExisting: (ids: readonly string[]) => void;
  clear: () => void;
}

/** Holds the selection of a gallery: for the page, which passes it on. */
export function useSelection(): VideoSelection {
  const [ids, setIds] = useState<Selection>([]);
  return {
    ids,
    toggle: (id) => setIds((chosen) => toggle(chosen, id)),
    selectAll: (all) => setIds((chosen) => selectAll(chosen, all)),
    keepExisting: (existing) => setIds((chosen) => keepExisting(chosen, existing)),
    clear: () => setIds([]),
  };
}
