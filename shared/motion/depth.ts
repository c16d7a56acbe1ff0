import { smoothBlur } from './blur.ts';
import { toLab } from './colour.ts';
import type { FrameSize } from './frame-size.ts';
import { guidedFilter } from './guided-filter.ts';
import { clamp01, createPlane, type Plane, planeLike, resizePlane, type RgbPicture } from './plane.ts';
import { findSubject, type Subject, typicalPlace } from './subject.ts';

/** The estimated depth of a photo, and its subject. Planes have the size of the small picture given. */
export interface DepthEstimate {
  /** 0 far to 1 near, smooth everywhere. */
  readonly depth: Plane;
  /** The probability that each sample belongs to the subject, 0 to 1, with soft edges. */
  readonly presence: Plane;
  /** The confidence in the subject, 0 to 1: at 0 only the camera moves, at 1 the subject moves on its own. */
  readonly confidence: number;
  /** The mask of people (or large animals), 0 to 1, if it decided the subject; may be larger than the small picture. */
  readonly people: Plane | null;
}

/**
 * Estimates depth from one small upright picture (shorter side 100 to 200 samples) by cues: the lower part of a picture
 * is usually nearer, and its subject is nearest and rounded. The subject is what `people` shows if that mask is clear,
 * else what outlines suggest. If the subject is uncertain, the estimate falls back to a broad bulge, which can't
 * distort a face. Deterministic; never throws.
 */
export function estimateDepth(picture: RgbPicture, people: Plane | null = null): DepthEstimate {
  const lab = toLab(picture);
  const trusted = people && isClear(people) ? people : null;
  const subject = trusted ? subjectOf(trusted, picture) : findSubject(lab);
  const { confidence } = subject;
  const unit = Math.min(picture.width, picture.height);
  const guide = planeLike(lab.lightness, (i) => lab.lightness.data[i]! / 100);
  const outline = guidedFilter(guide, smoothBlur(subject.mask, 2), Math.round(unit / 30), 2e-3);
  const rounded = smoothBlur(subject.mask, Math.round(unit / 9)).data;
  const unsure = broadBulge(subject.prior).data;
  const presence = smoothBlur(
    planeLike(outline, (i) => clamp01(outline.data[i]!)),
    Math.round(unit / 40),
  );
  const rough = planeLike(outline, (i) => {
    const sure =
      groundAt(i, picture) * (1 - presence.data[i]!) + (0.6 + 0.4 * rounded[i]!) * presence.data[i]!;
    return unsure[i]! + (sure - unsure[i]!) * confidence;
  });
  return { depth: softened(rough), presence, confidence, people: trusted };
}

/** The confidence of a clear mask of people. */
const maskConfidence = 0.9;

/** Whether a mask clearly separates people from the background: neither empty nor full, with few values between. */
function isClear({ data }: Plane): boolean {
  let inside = 0;
  let doubtful = 0;
  for (const value of data) {
    if (value > 0.5) inside++;
    if (value > 0.2 && value < 0.8) doubtful++;
  }
  const share = inside / data.length;
  return share > 0.03 && share < 0.92 && doubtful < 0.5 * inside;
}

function subjectOf(people: Plane, size: FrameSize): Subject {
  const seen = resizePlane(people, size);
  const mask = planeLike(size, (i) => (seen.data[i]! > 0.5 ? 1 : 0));
  return { mask, prior: typicalPlace(size), confidence: maskConfidence };
}

/**
 * The estimate for a picture of this size before it has been analyzed: what `estimateDepth` returns if it finds no
 * subject. Takes a few milliseconds, so that a picture can start moving before its own depth is known.
 */
export function typicalDepth(size: FrameSize): DepthEstimate {
  return {
    depth: softened(broadBulge(typicalPlace(size))),
    presence: createPlane(size.width, size.height),
    confidence: 0,
    people: null,
  };
}

function groundAt(i: number, { width, height }: FrameSize): number {
  const down = Math.floor(i / width) / height;
  return 0.25 * down * down;
}

function broadBulge(prior: Plane): Plane {
  const bulge = smoothBlur(prior, Math.round(Math.min(prior.width, prior.height) / 12)).data;
  return planeLike(prior, (i) => groundAt(i, prior) + 0.55 * bulge[i]!);
}

function softened(rough: Plane): Plane {
  return smoothBlur(rough, Math.round(Math.min(rough.width, rough.height) / 32));
}
