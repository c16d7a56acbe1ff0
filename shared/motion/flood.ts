/** Marks everything that is 4-connected to the starting samples through samples that `accept` accepts. */
export function floodFrom(
  starts: readonly number[],
  width: number,
  height: number,
  accept: (index: number) => boolean,
): Uint8Array {
  const reached = new Uint8Array(width * height);
  const pending = [...starts];
  for (const i of pending) reached[i] = 1;
  const visit = (i: number): void => {
    if (reached[i] === 1 || !accept(i)) return;
    reached[i] = 1;
    pending.push(i);
  };
  for (let i = pending.pop(); i !== undefined; i = pending.pop()) {
    if (i >= width) visit(i - width);
    if (i < width * (height - 1)) visit(i + width);
    if (i % width > 0) visit(i - 1);
    if (i % width < width - 1) visit(i + 1);
  }
  return reached;
}
