/** The id of the item that gets the focus when the item `id` is removed: the one after it, otherwise the one before. */
export function neighbourOf(ids: readonly string[], id: string): string | null {
  const index = ids.indexOf(id);
  return index === -1 ? null : (ids[index + 1] ?? ids[index - 1] ?? null);
}
