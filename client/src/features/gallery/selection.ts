/** The ids of the chosen videos, in the order in which they were chosen. */
export type Selection = readonly string[];

/** With the video chosen last, or no longer chosen. */
export function toggle(selection: Selection, id: string): Selection {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id];
}

/** With all of `ids` chosen: those that were not yet follow in the order of `ids`. */
export function selectAll(selection: Selection, ids: readonly string[]): Selection {
  return [...new Set([...selection, ...ids])];
}

/** Without what is no longer among `ids`; the same object where nothing has to go. */
export function keepExisting(selection: Selection, ids: readonly string[]): Selection {
  const existing = new Set(ids);
  return selection.every((id) => existing.has(id)) ? selection : selection.filter((id) => existing.has(id));
}
