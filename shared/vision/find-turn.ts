import type { RgbPicture } from '../motion/plane.ts';
import { type Turn, turnPicture, turns } from '../motion/turn.ts';
import type { Detection } from './detect-people.ts';
import type { Face } from './face-mesh.ts';

/** A face that is found only once the picture is turned must be this certain. */
const sure = 0.9;
/** A face this certain does not stand on its head; others do if they are this much more certain once turned. */
const beyondDoubt = 0.9;
const plainlyMore = 0.06;
/**
 * A single face that lies on its side tells a photo that lies there from a child in bed only if it lies this straight,
 * in radians.
 */
const straight = (15 * Math.PI) / 180;

/** Finds the large faces in an upright picture, see `glanceAtFaces`. */
type Glance = (picture: RgbPicture) => readonly Face[];

/**
 * The turn after which the people in a picture stand upright; 0 if they do, if there are none, or in doubt. `seen` is
 * what was detected in the picture as it lies. Deterministic. Throws whatever `glance` throws.
 */
export function findTurn(
  glance: Glance,
  picture: RgbPicture,
  { faces, pets = [] }: Pick<Detection, 'faces' | 'pets'>,
): Turn {
  const turned = (turn: Turn) => glance(turnPicture(picture, turn));
  if (faces.length === 0) {
    // Turned, fur resembles faces.
    if (pets.length > 0) return 0;
    const found = ([90, 180, 270] as const).map((turn) => ({ turn, faces: turned(turn) }));
    const best = found.toSorted((a, b) => certaintyOf(b.faces) - certaintyOf(a.faces))[0]!;
    const stand = certaintyOf(best.faces) >= sure && best.faces.every(({ angle }) => quarterOf(angle) === 0);
    return stand && (best.turn === 180 || isPlain(best.faces)) ? best.turn : 0;
  }
  const turn = turnBy(faces);
  if (turn !== 0 || certaintyOf(faces) >= beyondDoubt) return turn;
  // The detector takes some faces that stand on their head for others that do not, with less certainty.
  return certaintyOf(turned(180)) > certaintyOf(faces) + plainlyMore ? 180 : 0;
}

/** The score of the most certain face, 0 without any. */
function certaintyOf(faces: readonly Face[]): number {
  return Math.max(0, ...faces.map(({ score }) => score));
}

/** The turn that rights faces which all lie the same way. */
function turnBy(faces: readonly Face[]): Turn {
  const quarters = new Set(faces.map(({ angle }) => quarterOf(angle)));
  const [quarter] = quarters;
  if (quarters.size > 1 || quarter === undefined || quarter === 0) return 0;
  if (quarter !== 180 && !isPlain(faces)) return 0;
  return quarter === 90 ? 270 : quarter === 270 ? 90 : 180;
}

/** Whether faces show where up is: several, or one that is straight. */
function isPlain(faces: readonly Face[]): boolean {
  return faces.length > 1 || faces.every(({ angle }) => Math.abs(angle - nearestQuarter(angle)) <= straight);
}

const nearestQuarter = (angle: number): number => Math.round(angle / (Math.PI / 2)) * (Math.PI / 2);

/** How far a face is turned clockwise, to the nearest quarter. */
function quarterOf(angle: number): Turn {
  const quarters = (Math.round(angle / (Math.PI / 2)) + 4) % 4;
  return turns[quarters]!;
}
