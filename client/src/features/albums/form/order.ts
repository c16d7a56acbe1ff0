/** The list with the item at `from` at `to` instead; positions outside of the list change nothing. */
export function move<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from];
  if (item === undefined || to < 0 || to >= list.length) return [...list];
  return list.toSpliced(from, 1).toSpliced(to, 0, item);
}

interface WithId {
  taskId: string;
}

/** What is chosen now, in the order in which it was arranged before; what is new comes last. */
export function rearrange<T extends WithId>(arranged: readonly WithId[], chosen: readonly T[]): T[] {
  const places = new Map(arranged.map(({ taskId }, index) => [taskId, index]));
  const placeOf = ({ taskId }: T) => places.get(taskId) ?? arranged.length;
  return chosen.toSorted((one, other) => placeOf(one) - placeOf(other));
}
