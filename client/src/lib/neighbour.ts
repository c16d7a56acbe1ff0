/** The id of the item next to that of `id`, which the focus goes to when that one goes: the one after it, else before it. */
export function neighbourOf(ids: readonly string[], id: string): string | null {
  const index = ids.indexOf(id);
  return index === -1 ? null : (ids[index + 1] ?? ids[index - 1] ?? null);
}
