import { useState } from 'react';
import { keepExisting, type Selection, selectAll, toggle } from './selection.ts';

/** The selected videos, and functions that change the selection. */
export interface VideoSelection {
  /** In the order selected. */
  ids: Selection;
  toggle: (id: string) => void;
  selectAll: (ids: readonly string[]) => void;
  clear: () => void;
}

/** Holds a gallery's selection, for the page to pass down. */
export function useSelection(): VideoSelection {
  const [ids, setIds] = useState<Selection>([]);
  return {
    ids,
    toggle: (id) => setIds((chosen) => toggle(chosen, id)),
    selectAll: (all) => setIds((chosen) => selectAll(chosen, all)),
    clear: () => setIds([]),
  };
}

/** The part of a selection that exists: whoever shows or uses it never sees a deleted video. */
export const existingIn = (selection: VideoSelection, ids: readonly string[]): VideoSelection => ({
  ...selection,
  ids: keepExisting(selection.ids, ids),
});
