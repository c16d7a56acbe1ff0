import { smoothBlur } from './blur.ts';
import { greyOf } from './colour.ts';
import type { Eye } from './eye.ts';
import type { Patch } from './patch.ts';
import type { Places } from './eye-places.ts';
import { createPlane, type Plane, type RgbPicture, smoothstep } from './plane.ts';

/**
 * Lid brightness relative to the skin below the eye: at `none`, the middle of the lid keeps none of its brightness, at
 * `full` all of it; `lit` is the resulting brightness. Of the 126 eyes of 63 people, 88 have a lid of at least 0.75; the
 * 22 below 0.65 are deep-set, in shadow or made up.
 */
const darkLid = { none: 0.55, full: 0.9, lit: 0.85 } as const;
/** The share of a dark lid's colour that stays, rather than that of the skin below: make-up is somebody's own. */
const ownColour = 0.7;
/** Where the lid's brightness fades to the brow's, in eye widths below the brow. */
const belowBrow = { from: 0.04, to: 0.3 } as const;
/** What is darker than this share of the median is a hair of the brow, not skin. */
const hair = { from: 0.68, to: 0.84 } as const;

/**
 * The tone of a shut lid, spread smoothly over the patch, one plane per channel: that of the skin between brow and
 * lashes, excluding the hairs of both. If there is hardly any such skin (deep-set eyes), it is the tone below the eye.
 * If it is shadowed or made up, it keeps its colour and is lit like the skin below the eye, because an unfolded lid is:
 * most in the middle, where the lid bulges over the eyeball, less towards the brow, and not at all in the corners, which
 * stay in the shadow.
 */
export function lidTone(channels: readonly Plane[], places: Places, patch: Patch, eyeWidth: number): Plane[] {
  const weight = createPlane(patch.width, patch.height);
  const below = createPlane(patch.width, patch.height);
  const rgb = [0, 0, 0];
  const greyAt = (i: number, planes: readonly Plane[]): number => {
    for (let k = 0; k < 3; k++) rgb[k] = planes[k]!.data[i]!;
    return greyOf(rgb);
  };
  for (let i = 0; i < weight.data.length; i++) {
    const [s, v] = [places.s[i]!, places.v[i]!];
    const underBrow = smoothstep(0.02, 0.1, v - places.brow[i]!);
    const aboveLashes = smoothstep(0.03, 0.1, places.upper[i]! - v);
    const across = smoothstep(-0.02, 0.08, s) * (1 - smoothstep(0.92, 1.02, s));
    weight.data[i] = underBrow * aboveLashes * across;
    const depth = v - places.lower[i]!;
    below.data[i] = s > 0.1 && s < 0.9 && depth > 0.14 && depth < 0.38 ? 1 : 0;
  }
  const usual = weightedMedian(weight, (i) => greyAt(i, channels));
  for (let i = 0; i < weight.data.length; i++)
    weight.data[i]! *= smoothstep(hair.from * usual, hair.to * usual, greyAt(i, channels));
  const radius = Math.max(1, Math.round(0.1 * eyeWidth));
  const known = smoothBlur(weight, radius);
  const skin = channels.map((channel) => weightedMean(channel, below));
  const tones = channels.map((channel, k) => {
    const weighed = createPlane(patch.width, patch.height);
    for (let i = 0; i < weighed.data.length; i++) weighed.data[i] = channel.data[i]! * weight.data[i]!;
    const spread = smoothBlur(weighed, radius);
    for (let i = 0; i < spread.data.length; i++) {
      const sure = Math.min(1, 8 * known.data[i]!);
      spread.data[i] = skin[k]! + (spread.data[i]! / (known.data[i]! + 1e-4) - skin[k]!) * sure;
    }
    return spread;
  });
  const lit = darkLid.lit * greyOf(skin);
  for (let i = 0; i < weight.data.length; i++) {
    const own = Math.max(1, greyAt(i, tones));
    const dark = 1 - smoothstep(darkLid.none, darkLid.full, (darkLid.lit * own) / Math.max(1, lit));
    const s = places.s[i]!;
    const bulge = smoothstep(0, 0.45, s) * (1 - smoothstep(0.55, 1, s));
    const share = dark * bulge * smoothstep(belowBrow.from, belowBrow.to, places.v[i]! - places.brow[i]!);
    for (let k = 0; k < 3; k++) {
      const value = tones[k]!.data[i]!;
      const target = ownColour * value * (lit / own) + (1 - ownColour) * darkLid.lit * skin[k]!;
      tones[k]!.data[i] = value + (target - value) * share;
    }
  }
  return tones;
}

/** The value that half of all weight lies below. */
function weightedMedian({ data }: Plane, valueAt: (i: number) => number): number {
  const sorted = Array.from(data, (weight, i) => ({ weight, value: weight > 0 ? valueAt(i) : 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => a.value - b.value);
  let rest = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  return sorted.find(({ weight }) => (rest -= weight) <= 0)?.value ?? 0;
}

function weightedMean({ data }: Plane, weight: Plane): number {
  let sum = 0;
  let weights = 1e-6;
  for (let i = 0; i < data.length; i++) {
    sum += data[i]! * weight.data[i]!;
    weights += weight.data[i]!;
  }
  return sum / weights;
}

/**
 * The fine texture of the skin below the eye, tiled over the patch with mirroring: its deviation from the tone in levels,
 * one plane per channel, because the noise of many photos is coloured.
 */
export function skinGrain(photo: RgbPicture, eye: Eye, { width, height }: Patch): Float32Array[] {
  const side = Math.max(4, Math.round(0.5 * eye.width));
  const left = Math.round(eye.x + eye.width * (0.25 * eye.cos - 0.45 * eye.sin));
  const top = Math.round(eye.y + eye.width * (0.25 * eye.sin + 0.45 * eye.cos));
  const mirrored = (k: number): number => {
    const at = k % (2 * side);
    return at < side ? at : 2 * side - 1 - at;
  };
  return [0, 1, 2].map((channel) => {
    const skin = createPlane(side, side);
    for (let i = 0; i < skin.data.length; i++) {
      const x = Math.min(photo.width - 1, Math.max(0, left + (i % side)));
      const y = Math.min(photo.height - 1, Math.max(0, top + Math.floor(i / side)));
      skin.data[i] = photo.data[3 * (y * photo.width + x) + channel]!;
    }
    const soft = smoothBlur(skin, Math.max(1, Math.round(0.1 * eye.width)));
    const fine = skin.data.map((value, i) => value - soft.data[i]!);
    const usual = Float32Array.from(fine, Math.abs).sort()[fine.length >> 1]!;
    // A crack in an old print isn't grain.
    const limit = 3 * usual + 0.5;
    return Float32Array.from({ length: width * height }, (_, i) => {
      const value = fine[mirrored(Math.floor(i / width)) * side + mirrored(i % width)]!;
      return Math.max(-limit, Math.min(limit, value));
    });
  });
}
