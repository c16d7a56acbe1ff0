import { smoothBlur } from './blur.ts';
import type { LabPicture } from './colour.ts';
import { edgeDistance, edgeStrength } from './edge-distance.ts';
import type { FrameSize } from './frame-size.ts';
import { guidedFilter } from './guided-filter.ts';
import { otsuSplit } from './otsu.ts';
import { clamp01, type Plane, planeLike, quantile, smoothstep } from './plane.ts';
import { findPrintBorder } from './print-border.ts';
import { solidShape } from './solid-shape.ts';

/** The subject in the foreground of a picture. Every plane has the picture's size. */
export interface Subject {
  /** 1 on the subject, 0 around it, no intermediate values. */
  readonly mask: Plane;
  /** The prior probability of a subject at each position, 0 to 1, regardless of the picture. */
  readonly prior: Plane;
  /** The confidence in the mask, 0 to 1. */
  readonly confidence: number;
}

/** The share of evidence that carries over to the sample below: what is below a head is its body. */
const downwardMemory = 0.985;

/**
 * Finds the subject of a picture without a model of skin or faces: from what outlines separate from the edges of the
 * picture, where subjects usually are, and what is in focus. Meant for a small picture, 100 to 200 samples on the
 * shorter side.
 */
export function findSubject(picture: LabPicture): Subject {
  const { lightness } = picture;
  const { width } = lightness;
  const edges = edgeStrength(picture);
  const surroundings = surroundingsOf(picture);
  const distance = edgeDistance(edges, (i) => surroundings.seeds[i] === 1);
  const strong = quantile(distance, 0.75) || 1;
  const prior = typicalPlace(lightness);
  const focus = focusMap(lightness);
  const evidence = planeLike(lightness, (i) => {
    const enclosed = distance.data[i]! / (distance.data[i]! + 0.5 * strong);
    return clamp01(0.65 * enclosed + 0.3 * prior.data[i]! + 0.1 * focus.data[i]!);
  });
  for (let i = width; i < evidence.data.length; i++) {
    evidence.data[i] = Math.max(evidence.data[i]!, downwardMemory * evidence.data[i - width]!);
  }
  const guide = planeLike(lightness, (i) => lightness.data[i]! / 100);
  const filtered = guidedFilter(guide, smoothBlur(evidence, 1), 5, 4e-3);
  const { threshold, clarity } = otsuSplit(filtered);
  const mask = solidShape(
    planeLike(filtered, (i) => (filtered.data[i]! > threshold ? 1 : 0)),
    prior,
  );
  return { mask, prior, confidence: judge(mask, clarity, textureAround(edges, surroundings)) };
}

interface Surroundings {
  /** 1 where no subject is expected. */
  readonly seeds: Uint8Array;
  readonly hasBorder: boolean;
}

/** The top edge, the upper sides, and the border of the print if there is one. */
function surroundingsOf(picture: LabPicture): Surroundings {
  const { width, height } = picture.lightness;
  const border = findPrintBorder(picture, Math.max(1, Math.round(Math.min(width, height) / 40)));
  const seeds = Uint8Array.from(border.data, (value, i) => {
    const atSide = i % width === 0 || i % width === width - 1;
    return value === 1 || i < width || (atSide && i < 0.6 * width * height) ? 1 : 0;
  });
  return { seeds, hasBorder: border.data.includes(1) };
}

/**
 * The usual position of a subject in a picture of this size, 0 to 1: a broad oval in the upper middle, widening
 * downwards to shoulders, or to a row of people in a wide picture.
 */
export function typicalPlace({ width, height }: FrameSize): Plane {
  const unit = Math.min(width, height);
  const spread = 0.2 * unit + 0.12 * width;
  return planeLike({ width, height }, (i) => {
    const x = (i % width) - width / 2;
    const y = Math.floor(i / width) - 0.42 * height;
    const head = Math.exp(-((x / spread) ** 2) - (y / (0.32 * unit)) ** 2);
    const bodySpread = spread * (0.8 + (1.3 * Math.max(0, y)) / unit);
    const body = Math.exp(-0.5 * (x / bodySpread) ** 2) * clamp01((y - 0.1 * unit) / (0.15 * unit));
    return Math.max(head, body);
  });
}

/** The amount of fine detail around each sample, 0 to 1: a blurred backdrop has little. */
function focusMap(lightness: Plane): Plane {
  const { width, height, data } = lightness;
  const soft = smoothBlur(lightness, 1).data;
  const detail = planeLike(lightness, (i) => Math.abs(data[i]! - soft[i]!));
  const spread = smoothBlur(detail, Math.max(2, Math.round(Math.min(width, height) / 24)));
  const strong = quantile(spread, 0.9) || 1;
  return planeLike(spread, (i) => Math.min(1, spread.data[i]! / strong));
}

/**
 * How busy the edges of the picture are compared to the whole picture: 0 for a plain backdrop, 1 for a forest or a
 * close-up. Also 0 if there is a print border, because that says nothing about what is inside.
 */
function textureAround(edges: Plane, surroundings: Surroundings): number {
  if (surroundings.hasBorder) return 0;
  let around = 0;
  let count = 0;
  let all = 0;
  for (let i = 0; i < edges.data.length; i++) {
    all += edges.data[i]!;
    if (surroundings.seeds[i] === 0) continue;
    around += edges.data[i]!;
    count++;
  }
  return all > 0 ? around / count / (all / edges.data.length) : 1;
}

function judge(mask: Plane, clarity: number, unrestAround: number): number {
  const area = mask.data.reduce((sum, value) => sum + value, 0) / mask.data.length;
  const plausibleArea = smoothstep(0.05, 0.15, area) * (1 - smoothstep(0.72, 0.9, area));
  return smoothstep(0.62, 0.78, clarity) * (1 - smoothstep(0.5, 0.9, unrestAround)) * plausibleArea;
}
