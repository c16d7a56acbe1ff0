import { dirname } from 'node:path';
import { judgePerson } from '#shared/motion/eyes.ts';
import { createMotionSampler } from '#shared/motion/frame-motion.ts';
import type { Curve } from '#shared/motion/curves.ts';
import { defaultAnimationOptions, type AnimationOptions } from '#shared/motion/movements.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { frameCount } from '#server/engine/animate/animation.ts';
import { type OpenPhoto, openPhoto } from '#server/engine/animate/open-photo.ts';
import { analyzePhoto } from '#server/engine/animate/seeing/analysis.ts';
import type { PetHead } from '#shared/vision/find-pets.ts';
import { sharp } from '#server/platform/image.ts';
import { displacementPicture } from './displacement.ts';
import { follow } from './follow.ts';
import { createFrames, type Frames } from './frames.ts';

const thumbnail = 300;
/** The number of people whose blinks are shown, the largest faces first. */
const maxPeople = 3;
/** The number of heads, of people and animals, whose movement is shown. */
const maxHeads = 6;
const blinkFrames = 13;

/** The text on a sheet next to its pictures. */
export interface SheetNotes {
  readonly movement: string;
  readonly faces: number;
  readonly layered: boolean;
  /** For each face, what keeps it from blinking, or null. */
  readonly gates: readonly (string | null)[];
  /** For each animal, what is known of its face. */
  readonly pets: readonly string[];
}

/** Where a head is, and its size. */
interface Square {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Cell {
  readonly picture: RgbPicture;
  readonly area?: { left: number; top: number; width: number; height: number };
  readonly width: number;
  readonly height: number;
}

/**
 * Draws the animator's result for a prepared photo as one JPEG: twelve frames over the loop; the largest heads, of people
 * and animals, over the loop; for the largest faces where they look, and for people and animals the blinks frame by
 * frame, at twice the size; the displacement everywhere, as colour; and the frames around the seam.
 */
export async function drawContactSheet(
  photoPath: string,
  seed: number,
  options: AnimationOptions = defaultAnimationOptions,
): Promise<{ jpeg: Buffer; notes: SheetNotes }> {
  const analyzed = await analyzePhoto({ photoPath, workDir: dirname(photoPath), options });
  const open = await openPhoto({ ...analyzed, seed, options });
  const frames = await createFrames(open);
  const { plan, photo } = open;
  const people = plan.people
    .map((person) => ({ ...person, verdict: judgePerson(photo, person.head.face) }))
    .toSorted((a, b) => b.head.width - a.head.width);
  const rows: Cell[][] = [overTheLoop(frames, open), ...headsOverTheLoop(frames, open)];
  for (const { head, rhythm, gaze, verdict } of people.slice(0, maxPeople)) {
    if (verdict.gazes) rows.push(looksOf(frames, head, [rhythm.yaw, gaze], open));
    if (verdict.blinks) rows.push(...blinksOf(frames, head, rhythm.blink, open));
  }
  for (const { pet, rhythm } of plan.pets) {
    if (pet.head?.eyes) rows.push(...blinksOf(frames, squareOf(pet.head), rhythm.blink, open));
  }
  rows.push(atTheSeam(frames, open), displacements(open));
  const notes = {
    movement: plan.movement,
    faces: plan.people.length,
    layered: open.scene.isLayered,
    gates: people.map(({ verdict }) => verdict.gate),
    pets: plan.pets.map(({ pet: { species, head } }) => `${species} (${faceOf(head)})`),
  };
  return { jpeg: await compose(rows), notes };
}

function thumbnailSize({ photo }: OpenPhoto): { width: number; height: number } {
  return { width: thumbnail, height: Math.round((thumbnail * photo.height) / photo.width) };
}

function overTheLoop(frames: Frames, open: OpenPhoto): Cell[] {
  const size = thumbnailSize(open);
  return Array.from({ length: 12 }, (_, i) => ({
    picture: frames(Math.round((i * frameCount) / 12)),
    ...size,
  }));
}

const faceOf = (head: PetHead | null): string => (head ? (head.eyes ? 'eyes' : 'head') : 'no face');

const squareOf = ({ x, y, radius }: PetHead): Square => ({ x, y, width: 2 * radius, height: 2 * radius });

const clamp = (value: number, most: number): number => Math.max(0, Math.min(Math.round(value), most));

/** Each head in a separate row. */
function headsOverTheLoop(frames: Frames, { photo, plan }: OpenPhoto): Cell[][] {
  const heads = [
    ...plan.people.map(({ head }) => head),
    ...plan.pets.flatMap(({ pet }) => (pet.head ? [squareOf(pet.head)] : [])),
  ].toSorted((a, b) => b.width - a.width);
  const placeOf = follow(plan);
  return heads.slice(0, maxHeads).map((head) => {
    const side = Math.min(photo.width, photo.height, Math.round(2 * head.height));
    return Array.from({ length: 12 }, (_, i) => {
      const n = Math.round((i * frameCount) / 12);
      const { x, y } = placeOf(head, n / frameCount);
      const area = {
        left: clamp(x - side / 2, photo.width - side),
        top: clamp(y - side / 2, photo.height - side),
        width: side,
        height: side,
      };
      return { picture: frames(n), area, width: thumbnail, height: thumbnail };
    });
  });
}

function atTheSeam(frames: Frames, open: OpenPhoto): Cell[] {
  const size = thumbnailSize(open);
  return [-4, -3, -2, -1, 0, 1, 2, 3, 4, 12].map((n) => ({
    picture: frames((n + frameCount) % frameCount),
    ...size,
  }));
}

/** Each blink of a person in a separate row, cropped to the eyes. */
function blinksOf(frames: Frames, head: Square, blink: (phase: number) => number, open: OpenPhoto): Cell[][] {
  const starts: number[] = [];
  for (let n = 1; n < frameCount; n++) {
    if (blink(n / frameCount) > 0 && blink((n - 1) / frameCount) === 0) starts.push(n - 1);
  }
  return starts.map((start) =>
    Array.from({ length: blinkFrames }, (_, i) => eyesAt(frames, (start + i) % frameCount, head, open)),
  );
}

/** The eyes of a person at rest, then where the head turns and the gaze goes furthest to either side. */
function looksOf(frames: Frames, head: Square, curves: readonly Curve[], open: OpenPhoto): Cell[] {
  const furthest = curves.flatMap((curve) => {
    const places = Array.from({ length: frameCount }, (_, n) => ({ n, value: curve(n / frameCount) }));
    places.sort((a, b) => a.value - b.value);
    return [places[0]!.n, places.at(-1)?.n ?? 0];
  });
  return [0, ...furthest].map((n) => eyesAt(frames, n, head, open));
}

/** A frame cropped to the eyes of a person. */
function eyesAt(frames: Frames, n: number, head: Square, { photo, plan }: OpenPhoto): Cell {
  const side = Math.min(photo.width, photo.height, Math.round(1.1 * head.width));
  const tall = Math.round(side * 0.6);
  const { x, y } = follow(plan)(head, n / frameCount);
  const area = {
    left: clamp(x - side / 2, photo.width - side),
    top: clamp(y - 0.5 * tall - 0.15 * head.height, photo.height - tall),
    width: side,
    height: tall,
  };
  const scale = Math.min(2, 560 / side);
  return { picture: frames(n), area, width: Math.round(side * scale), height: Math.round(tall * scale) };
}

function displacements(open: OpenPhoto): Cell[] {
  const motionAt = createMotionSampler(open.plan);
  const size = thumbnailSize(open);
  return [12, 37, 50, 75, 100, 112].flatMap((n) => {
    const motion = motionAt(n / frameCount);
    const subject = { picture: displacementPicture(open.plan, motion), ...size };
    const { background } = motion;
    return background
      ? [subject, { picture: displacementPicture(open.plan, background), ...size }]
      : [subject];
  });
}

async function compose(rows: readonly Cell[][]): Promise<Buffer> {
  const gap = 6;
  const width = Math.max(...rows.map((row) => row.reduce((sum, cell) => sum + cell.width + gap, 0)));
  const parts: { input: Buffer; left: number; top: number }[] = [];
  let top = 0;
  for (const row of rows) {
    let left = 0;
    for (const cell of row) {
      parts.push({ input: await encode(cell), left, top });
      left += cell.width + gap;
    }
    top += Math.max(...row.map(({ height }) => height)) + gap;
  }
  return sharp({ create: { width, height: top, channels: 3, background: '#777' } })
    .composite(parts)
    .jpeg({ quality: 88 })
    .toBuffer();
}

async function encode({ picture, area, width, height }: Cell): Promise<Buffer> {
  const image = sharp(picture.data, { raw: { width: picture.width, height: picture.height, channels: 3 } });
  return (area ? image.extract(area) : image).resize(width, height, { fit: 'fill' }).png().toBuffer();
}
