import { barrierDistance } from './barrier-distance.ts';
import { boxBlur, smoothBlur } from './blur.ts';
import type { LabPicture } from './colour.ts';
import { learnColours, quantizeColours } from './colour-model.ts';
import { guidedFilter } from './guided-filter.ts';
import { clamp01, type Plane, planeLike, quantile } from './plane.ts';
import { findPrintBorder, floodFrom } from './print-border.ts';

const rounds = 4;

/** What stands in front in a picture. Every plane has the picture's size. */
export interface Subject {
  /** 1 on the subject, 0 around it, nothing between. */
  readonly mask: Plane;
  /** Where a subject usually is, 0 to 1, before the picture was looked at. */
  readonly prior: Plane;
  /** 0 if the colours of subject and background are the same, 1 if they have none in common. */
  readonly separation: number;
}

/**
 * Separates the subject from its surroundings without any model of skin or faces: by what stands out from the edges
 * of the picture, by where subjects usually are, by what is in focus, and by the colours that follow from these
 * (a GrabCut with histograms in place of mixtures, and a guided filter in place of the cut).
 * Meant for a small picture, 100 to 200 samples on the shorter side.
 */
export function findSubject(picture: LabPicture): Subject {
  const { lightness } = picture;
  const prior = usualPlace(lightness);
  const saliency = borderSaliency(picture);
  const focus = focusMap(lightness);
  const guide = planeLike(lightness, (i) => lightness.data[i]! / 100);
  const bins = quantizeColours(picture);
  let mask = planeLike(lightness, (i) => {
    const evidence = 0.45 * saliency.data[i]! + 0.45 * prior.data[i]! + 0.2 * focus.data[i]! - 0.05;
    return Math.min(0.95, Math.max(0.02, evidence));
  });
  let colours = learnColours(bins, mask);
  for (let round = 0; round < rounds; round++) {
    const expectation = mask;
    const likelihood = planeLike(lightness, (i) => {
      const expected = 0.45 * prior.data[i]! + 0.2 * saliency.data[i]! + 0.35 * expectation.data[i]!;
      const odds = Math.min(0.97, Math.max(0.03, expected));
      const colour = Math.max(-2.5, Math.min(2.5, colours.logRatio[bins[i]!]!));
      return 1 / (1 + Math.exp(-(0.9 * colour + 1.3 * Math.log(odds / (1 - odds)))));
    });
    mask = guidedFilter(guide, boxBlur(likelihood, 2), 6, 4e-3);
    mask = planeLike(mask, (i) => clamp01(mask.data[i]!));
    colours = learnColours(bins, mask);
  }
  return { mask: solidShape(mask, prior), prior, separation: colours.separation };
}

/** A broad oval in the upper middle, widening downwards to shoulders, or to a row of people in a wide picture. */
function usualPlace({ width, height }: Plane): Plane {
  const unit = Math.min(width, height);
  const spread = 0.2 * unit + 0.1 * width;
  return planeLike({ width, height }, (i) => {
    const x = (i % width) - width / 2;
    const y = Math.floor(i / width) - 0.42 * height;
    const head = Math.exp(-((x / spread) ** 2) - (y / (0.32 * unit)) ** 2);
    const bodySpread = spread * (0.8 + (1.3 * Math.max(0, y)) / unit);
    const body = Math.exp(-0.5 * (x / bodySpread) ** 2) * clamp01((y - 0.1 * unit) / (0.15 * unit));
    return Math.max(head, body);
  });
}

/** What differs from everything that is joined to the top and the sides of the picture, 0 to 1. */
function borderSaliency(picture: LabPicture): Plane {
  const { width, height } = picture.lightness;
  const border = findPrintBorder(picture, Math.max(1, Math.round(Math.min(width, height) / 40)));
  const isSeed = (i: number): boolean => {
    const atSide = i % width === 0 || i % width === width - 1;
    return border.data[i] === 1 || i < width || (atSide && i < 0.6 * width * height);
  };
  const lightness = barrierDistance(smoothBlur(picture.lightness, 1), isSeed).data;
  const a = barrierDistance(smoothBlur(picture.a, 1), isSeed).data;
  const b = barrierDistance(smoothBlur(picture.b, 1), isSeed).data;
  const sum = planeLike(picture.lightness, (i) => 0.7 * lightness[i]! + a[i]! + b[i]!);
  const strong = quantile(sum, 0.97) || 1;
  return planeLike(sum, (i) => Math.min(1, sum.data[i]! / strong));
}

/** How much fine detail there is around each sample, 0 to 1: a blurred backdrop has little. */
function focusMap(lightness: Plane): Plane {
  const { width, height, data } = lightness;
  const soft = smoothBlur(lightness, 1).data;
  const detail = planeLike(lightness, (i) => Math.abs(data[i]! - soft[i]!));
  const spread = smoothBlur(detail, Math.max(2, Math.round(Math.min(width, height) / 24)));
  const strong = quantile(spread, 0.9) || 1;
  return planeLike(spread, (i) => Math.min(1, spread.data[i]! / strong));
}

/** The mask made plain: only its large parts, without holes. */
function solidShape(mask: Plane, prior: Plane): Plane {
  const { width, height, data } = mask;
  const isInside = (i: number): boolean => data[i]! > 0.5;
  const parts: { samples: Uint8Array; weight: number }[] = [];
  const seen = new Uint8Array(data.length);
  for (let i = 0; i < data.length; i++) {
    if (seen[i] === 1 || !isInside(i)) continue;
    const samples = floodFrom([i], width, height, isInside);
    let weight = 0;
    for (let k = 0; k < samples.length; k++) {
      if (samples[k] === 0) continue;
      seen[k] = 1;
      weight += 0.2 + prior.data[k]!;
    }
    parts.push({ samples, weight });
  }
  const heaviest = Math.max(0, ...parts.map((part) => part.weight));
  const large = parts.filter((part) => part.weight > 0.2 * heaviest);
  const kept = planeLike(mask, (i) => (large.some((part) => part.samples[i] === 1) ? 1 : 0));
  return fillHoles(kept);
}

/** Fills what can't be reached from the top or the sides; a gap at the bottom edge belongs to the subject. */
function fillHoles(mask: Plane): Plane {
  const { width, height, data } = mask;
  const edge: number[] = [];
  for (let x = 0; x < width; x++) edge.push(x);
  for (let y = 0; y < height; y++) edge.push(y * width, y * width + width - 1);
  const outside = floodFrom(
    edge.filter((i) => data[i] === 0),
    width,
    height,
    (i) => data[i] === 0,
  );
  return planeLike(mask, (i) => (outside[i] === 1 ? 0 : 1));
}
