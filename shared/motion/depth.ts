import { smoothBlur } from './blur.ts';
import { toLab } from './colour.ts';
import type { FrameSize } from './frame-size.ts';
import { guidedFilter } from './guided-filter.ts';
import { clamp01, createPlane, type Plane, planeLike, type RgbPicture } from './plane.ts';
import { findSubject, usualPlace } from './subject.ts';

/** How near everything in a photo is, and where its subject is. Planes have the size of the small picture given. */
export interface DepthEstimate {
  /** 0 far to 1 near, smooth everywhere. */
  readonly depth: Plane;
  /** How far each sample belongs to the subject, 0 to 1, with soft edges. */
  readonly presence: Plane;
  /** How sure the subject is, 0 to 1: at 0 only the camera moves, at 1 the subject lives on its own. */
  readonly confidence: number;
}

/**
 * Estimates depth from one small upright picture (shorter side 100 to 200 samples) by cues alone: the lower part of a
 * picture is usually nearer, its subject is nearest and rounded. Where the subject is unsure the estimate falls back to
 * a broad bulge, which can't bend a face. Deterministic; never throws.
 */
export function estimateDepth(picture: RgbPicture): DepthEstimate {
  const lab = toLab(picture);
  const subject = findSubject(lab);
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
  return { depth: softened(rough), presence, confidence };
}

/**
 * The estimate for a picture of this size that nobody has looked at yet: what `estimateDepth` answers where it finds no
 * subject. It takes a few milliseconds, so that a picture can begin to move before its own depth is known.
 */
export function usualDepth(size: FrameSize): DepthEstimate {
  return {
    depth: softened(broadBulge(usualPlace(size))),
    presence: createPlane(size.width, size.height),
    confidence: 0,
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
