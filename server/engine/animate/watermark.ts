import { smoothBlur } from '../../../shared/motion/blur.ts';
import type { FrameSize } from '../../../shared/motion/frame-size.ts';
import { type Plane, planeLike, type RgbPicture } from '../../../shared/motion/plane.ts';
import type { Face } from '../../../shared/seeing/face-mesh.ts';
import { rasterizeOutlines } from './rasterize.ts';
import { testWord, type Word, wordmark } from './wordmark.ts';

/** One part of the mark, in frame pixels: position and size are multiples of 16, and it lies inside the frame. */
export interface MarkPart {
  readonly left: number;
  readonly top: number;
  /** How much of the picture the mark hides, 0 to 1. */
  readonly alpha: Plane;
  /** How much white it adds, 0 to `alpha`; the rest is its dark halo. */
  readonly white: Plane;
}

/** A word in a frame. Lengths in pixels. */
interface Placement {
  readonly word: Word;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  /** Opacity of the white letters and of the dark halo around them. */
  readonly letters: number;
  readonly halo: number;
}

/** A face in the frame, as far as the mark must know. */
type MarkedFace = Pick<Face, 'x' | 'y' | 'width' | 'height'>;

/**
 * Draws the mark: small and clear in the lower right corner, large and faint where cropping it off would take the subject
 * with it: below the largest face, over throat and chest, or over its chin where the frame ends there; across the lower
 * middle where there is no face. White letters with a dark halo read on bright and on dark photos.
 */
export function drawWatermark(frame: FrameSize, faces: readonly MarkedFace[] = []): MarkPart[] {
  const { width, height } = frame;
  const unit = Math.min(width, height);
  const across = Math.min(0.66 * width, 0.85 * unit);
  const corner = 0.2 * unit;
  const gap = 0.04 * unit;
  return [
    { word: wordmark, ...middleOfFaint(frame, across, faces), width: across, letters: 0.2, halo: 0.2 },
    {
      word: wordmark,
      left: width - corner - gap,
      top: height - heightOf(corner) - gap,
      width: corner,
      letters: 0.88,
      halo: 0.65,
    },
  ].map((placement) => drawPart(placement, frame));
}

/** Draws TEST across the middle, so that nobody takes a sample for the real thing. */
export function drawTestMark(frame: FrameSize): MarkPart[] {
  const width = 0.7 * Math.min(frame.width, frame.height);
  const left = (frame.width - width) / 2;
  const top = (frame.height - heightOf(width, testWord)) / 2;
  return [drawPart({ word: testWord, left, top, width, letters: 0.75, halo: 0.6 }, frame)];
}

/** Where the large word lies: its left and upper edge. */
function middleOfFaint(
  { width, height }: FrameSize,
  across: number,
  faces: readonly MarkedFace[],
): Pick<Placement, 'left' | 'top'> {
  const [largest] = faces.toSorted((a, b) => b.width - a.width);
  if (!largest) return { left: (width - across) / 2, top: 0.7 * height };
  const room = 0.02 * Math.min(width, height);
  const inside = (value: number, most: number): number => Math.max(room, Math.min(value, most - room));
  // Eyes stay free: at the highest the word begins below the nose.
  const below = largest.y + 0.78 * largest.height;
  const lowest = height - heightOf(across);
  return {
    left: inside(largest.x - across / 2, width - across),
    top: Math.min(lowest - room, Math.max(largest.y + 0.12 * largest.height, inside(below, lowest))),
  };
}

function heightOf(width: number, { box }: Word = wordmark): number {
  return (width * box.height) / box.width;
}

function drawPart(placement: Placement, frame: FrameSize): MarkPart {
  const { box, paths } = placement.word;
  const haloRadius = Math.max(1, Math.round(0.008 * placement.width));
  const room = 4 * haloRadius;
  const left = alignDown(Math.max(0, placement.left - room));
  const top = alignDown(Math.max(0, placement.top - room));
  const right = Math.min(alignDown(frame.width), alignDown(placement.left + placement.width + room + 15));
  const bottom = Math.min(
    alignDown(frame.height),
    alignDown(placement.top + heightOf(placement.width, placement.word) + room + 15),
  );
  const scale = placement.width / box.width;
  const origin = {
    scale,
    x: placement.left - left - box.left * scale,
    y: placement.top - top - box.top * scale,
  };
  const letters = rasterizeOutlines(paths, origin, right - left, bottom - top);
  const halo = smoothBlur(letters, haloRadius).data;
  const white = planeLike(letters, (i) => placement.letters * Math.min(1, letters.data[i]!));
  // Blurring thins the halo out; half as much again makes up for it.
  const alpha = planeLike(letters, (i) => {
    const dark = placement.halo * Math.min(1, 1.5 * halo[i]!);
    return 1 - (1 - white.data[i]!) * (1 - dark);
  });
  return { left, top, alpha, white };
}

function alignDown(value: number): number {
  return 16 * Math.floor(value / 16);
}

/** A copy of a picture with the mark on it. */
export function markPicture(picture: RgbPicture, mark: readonly MarkPart[]): RgbPicture {
  const data = Uint8Array.from(picture.data);
  for (const { left, top, alpha, white } of mark) {
    for (let i = 0; i < alpha.data.length; i++) {
      const row = top + Math.floor(i / alpha.width);
      const pixel = 3 * (row * picture.width + left + (i % alpha.width));
      for (let channel = pixel; channel < pixel + 3; channel++) {
        data[channel] = Math.round(data[channel]! * (1 - alpha.data[i]!) + 255 * white.data[i]!);
      }
    }
  }
  return { ...picture, data };
}
