import type { Piece } from './score.ts';

/** Velocities of the dynamic marks. The range is narrow because this is background music for pictures. */
const marks: Record<string, number> = {
  ppp: 0.4,
  pp: 0.45,
  p: 0.5,
  mp: 0.56,
  mf: 0.62,
  f: 0.68,
  ff: 0.76,
};

function markNamed(name: string): number {
  const level = marks[name];
  if (level === undefined) throw new RangeError(`${name} is not a dynamic mark`);
  return level;
}

/** The start and end loudness of `p < mf`, or of a single mark. Throws RangeError for an unknown mark. */
export function dynamicsNamed(text: string): { from: number; to: number } {
  const [from = '', to = from] = text.split(/\s*[<>]\s*/);
  return { from: markNamed(from.trim()), to: markNamed(to.trim()) };
}

/** The marked loudness at a moment (in units), with a slight arch over each phrase. */
export function loudnessAt(
  { sections, metre, phrase }: Piece,
  boundaries: readonly number[],
  at: number,
): number {
  const index = Math.min(
    boundaries.findLastIndex((boundary) => boundary <= at),
    sections.length - 1,
  );
  const start = boundaries[index] ?? 0;
  const length = (boundaries[index + 1] ?? start) - start;
  const { from, to } = dynamicsNamed(sections[index]?.dynamics ?? '');
  const phraseUnits = phrase * metre.units;
  const arch = Math.sin((Math.PI * ((at - start) % phraseUnits)) / phraseUnits);
  return (from + ((to - from) * (at - start)) / length) * (0.95 + 0.1 * arch);
}
