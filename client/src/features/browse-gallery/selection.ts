/** The ids of the selected videos, in the order selected. */
export type Selection = readonly string[];

/** Adds the video as the last one, or removes it. */
export function toggle(selection: Selection, id: string): Selection {
  return selection.includes(id) ? selection.filter((each) => each !== id) : [...selection, id];
}

/** Selects all of `ids`: new ones are appended in the order of `ids`. */
export function selectAll(selection: Selection, ids: readonly string[]): Selection {
  return [...new Set([...selection, ...ids])];
}

/** Removes everything that is not among `ids`; returns the same object if nothing has to go. */
export function keepExisting(selection: Selection, ids: readonly string[]): Selection {
  const existing = new Set(ids);
  return selection.every((id) => existing.has(id)) ? selection : selection.filter((id) => existing.has(id));
}
