import type { Chord } from './chord.ts';
import type { Part } from './parts.ts';
import { type PitchClass, pitchClassNamed, pitchClassOf } from './pitch.ts';
import type { Piece } from './score.ts';

/**
 * How a chord is heard in a key: root and kind, and whether it stands on its fifth, which wants to move on. Other
 * inversions and added tones don't matter, nor do suspensions on the dominant.
 */
function soundOf({ root, bass, tones }: Chord, tonic: PitchClass): string {
  const has = (interval: number) => tones.includes(pitchClassOf(root + interval));
  const isMinor = has(3) && !has(4);
  if (root === pitchClassOf(tonic + 7) && !isMinor) return 'dominant';
  const kind = isMinor ? (has(6) ? 'diminished' : 'minor') : has(4) && has(10) ? 'seventh' : 'major';
  return `${root} ${kind}${bass === pitchClassOf(root + 7) ? ' on its fifth' : ''}`;
}

/**
 * Which parts may follow each part, in the score's order. Besides the part that is written next, those before which the
 * part's last chord
 *
 * - leads to their first chord as the score itself leads from one part to the next, or
 * - is the dominant or the same chord, and they begin on the tonic: a cadence.
 *
 * No part follows itself; nothing returns to an intro; the last section only goes on to its end.
 */
export function successionsOf(piece: Piece, parts: readonly Part[]): Part[][] {
  const tonic = pitchClassNamed(piece.key.split(' ', 1)[0] ?? '');
  const heard = (chord: Chord) => soundOf(chord, tonic);
  const step = (before: Part, after: Part) => `${heard(before.last)} > ${heard(after.first)}`;
  const written = new Set(parts.slice(1).map((after, index) => step(parts[index] as Part, after)));
  const lastSection = piece.sections.length - 1;
  const introduces = ({ section }: Part) => piece.sections[section]?.name === 'intro';
  const isCadence = (before: Part, after: Part) =>
    after.first.root === tonic &&
    after.first.bass === tonic &&
    ['dominant', heard(after.first)].includes(heard(before.last));
  return parts.map((before, index) =>
    parts.filter((after, position) => {
      if (position === index + 1) return true;
      if (after === before || introduces(after)) return false;
      if (before.section === lastSection && position <= index) return false;
      if (before.section === lastSection && after.section !== lastSection) return false;
      return written.has(step(before, after)) || isCadence(before, after);
    }),
  );
}
