/** The list with the item at `from` moved to `to`; unchanged if either position is out of range. */
export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

interface WithId {
  taskId: string;
}

/** The chosen items in their previous order, given as ids; new ones come last. */
export function rearrange<T extends WithId>(arranged: readonly string[], chosen: readonly T[]): T[] {
  const places = new Map(arranged.map((taskId, index) => [taskId, index]));
  const placeOf = ({ taskId }: T) => places.get(taskId) ?? arranged.length;
  return chosen.toSorted((one, other) => placeOf(one) - placeOf(other));
}
