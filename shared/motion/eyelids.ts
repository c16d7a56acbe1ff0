import { smoothBlur } from './blur.ts';
import { type Eye, type Patch, patchOf } from './eye.ts';
import { createPlane, type Plane, type RgbPicture, samplePlane, smoothstep } from './plane.ts';

/** Draws one eye of a photo with its lid lowered and its gaze moved. */
export interface EyePainter {
  readonly patch: Patch;
  /**
   * The patch as RGB bytes with the lid shut by `closure` (0 to 1) and the iris moved by `gaze` widths of the eye.
   * The same memory each time. With both 0 it is the photo's.
   */
  paint(closure: number, gaze: number): Uint8Array;
}

/** A lid closes to a line a little above the lower lashes. */
const closes = 0.97;
/** What is nearer to the lid's edge than this (in eye widths) travels with it as it is: lashes and the edge itself. */
const rigidEdge = 0.1;
const lashes = 0.05;

/** Prepares an eye for drawing from a photo of the frame's size. Null if none of it is in the frame. */
export function createEyePainter(photo: RgbPicture, eye: Eye): EyePainter | null {
  const patch = patchOf(eye, photo);
  if (!patch) return null;
  const places = measure(eye, patch);
  const original = cut(photo, patch);
  const channels = [0, 1, 2].map((k) => planeOf(original, patch, k));
  const tone = lidTone(channels, places, patch, eye.width);
  const grain = skinGrain(photo, eye, patch);
  const out = Uint8Array.from(original);
  return {
    patch,
    paint(closure, gaze) {
      out.set(original);
      const seen = gaze === 0 ? channels : channels.map((plane) => moveGaze(plane, eye, places, patch, gaze));
      if (gaze !== 0) seen.forEach((plane, k) => writeBack(plane, out, k));
      if (closure > 1e-3) lowerLid({ out, seen, channels, tone, grain, eye, places, patch, closure });
      return out;
    },
  };
}

/** For each pixel of a patch, where it lies beside its eye (see Eye), and where lids and brow are above and below it. */
interface Places {
  readonly s: Float32Array;
  readonly v: Float32Array;
  readonly upper: Float32Array;
  readonly lower: Float32Array;
  readonly brow: Float32Array;
  /** 0 beyond the corners, 1 between them. */
  readonly within: Float32Array;
}

function measure(eye: Eye, { left, top, width, height }: Patch): Places {
  const field = () => new Float32Array(width * height);
  const places = { s: field(), v: field(), upper: field(), lower: field(), brow: field(), within: field() };
  for (let i = 0; i < width * height; i++) {
    const dx = left + (i % width) - eye.x;
    const dy = top + Math.floor(i / width) - eye.y;
    const s = (dx * eye.cos + dy * eye.sin) / eye.width;
    const inside = Math.min(1, Math.max(0, s));
    const upper = eye.upper(inside);
    places.s[i] = s;
    places.v[i] = (dy * eye.cos - dx * eye.sin) / eye.width;
    places.upper[i] = upper;
    places.lower[i] = Math.max(eye.lower(inside), upper);
    places.brow[i] = Math.min(eye.brow(inside), upper - 0.18);
    places.within[i] = smoothstep(-0.06, 0.04, s) * (1 - smoothstep(0.96, 1.06, s));
  }
  return places;
}

function cut(photo: RgbPicture, { left, top, width, height }: Patch): Uint8Array {
  const out = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 3 * ((top + row) * photo.width + left);
    out.set(photo.data.subarray(from, from + 3 * width), 3 * row * width);
  }
  return out;
}

function planeOf(rgb: Uint8Array, { width, height }: Patch, channel: number): Plane {
  const plane = createPlane(width, height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = rgb[3 * i + channel]!;
  return plane;
}

function writeBack(plane: Plane, out: Uint8Array, channel: number): void {
  for (let i = 0; i < plane.data.length; i++) out[3 * i + channel] = Math.round(clampLevel(plane.data[i]!));
}

function clampLevel(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}

/**
 * The tone of a shut lid, spread smoothly over the patch, one plane a channel: that of the skin between brow and lashes,
 * with neither of them in it. Where there is hardly any (deep-set eyes), or where it lies in shadow or is made up, it
 * comes nearer to the skin below the eye, for a lid that is drawn out is lit as that is.
 */
function lidTone(channels: readonly Plane[], places: Places, patch: Patch, eyeWidth: number): Plane[] {
  const weight = createPlane(patch.width, patch.height);
  const below = createPlane(patch.width, patch.height);
  for (let i = 0; i < weight.data.length; i++) {
    const [s, v] = [places.s[i]!, places.v[i]!];
    const belowBrow = smoothstep(0.02, 0.1, v - places.brow[i]!);
    const aboveLashes = smoothstep(0.03, 0.1, places.upper[i]! - v);
    const across = smoothstep(-0.02, 0.08, s) * (1 - smoothstep(0.92, 1.02, s));
    weight.data[i] = belowBrow * aboveLashes * across;
    const depth = v - places.lower[i]!;
    below.data[i] = s > 0.1 && s < 0.9 && depth > 0.14 && depth < 0.38 ? 1 : 0;
  }
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
  const lit = grey(skin);
  for (let i = 0; i < weight.data.length; i++) {
    const own = grey(tones.map(({ data }) => data[i]!));
    const share = smoothstep(darkLid.none, darkLid.full, own / Math.max(1, lit));
    tones.forEach(({ data }, k) => {
      data[i]! += (darkLid.lit * skin[k]! - data[i]!) * (1 - share);
    });
  }
  return tones;
}

/** Against the skin below the eye: a lid this dark keeps nothing of its tone, this bright all; and how bright it becomes. */
const darkLid = { none: 0.35, full: 0.68, lit: 0.66 } as const;

function weightedMean({ data }: Plane, weight: Plane): number {
  let sum = 0;
  let weights = 1e-6;
  for (let i = 0; i < data.length; i++) {
    sum += data[i]! * weight.data[i]!;
    weights += weight.data[i]!;
  }
  return sum / weights;
}

function grey([red, green, blue]: readonly number[]): number {
  return 0.299 * red! + 0.587 * green! + 0.114 * blue!;
}

/** What is finer than the tone of the skin below the eye, laid over the patch again and again, mirrored. In levels of grey. */
function skinGrain(photo: RgbPicture, eye: Eye, { width, height }: Patch): Float32Array {
  const side = Math.max(4, Math.round(0.5 * eye.width));
  const left = Math.round(eye.x + eye.width * (0.25 * eye.cos - 0.45 * eye.sin));
  const top = Math.round(eye.y + eye.width * (0.25 * eye.sin + 0.45 * eye.cos));
  const skin = createPlane(side, side);
  for (let i = 0; i < skin.data.length; i++) {
    const x = Math.min(photo.width - 1, Math.max(0, left + (i % side)));
    const y = Math.min(photo.height - 1, Math.max(0, top + Math.floor(i / side)));
    const at = 3 * (y * photo.width + x);
    skin.data[i] = (photo.data[at]! + photo.data[at + 1]! + photo.data[at + 2]!) / 3;
  }
  const soft = smoothBlur(skin, Math.max(1, Math.round(0.05 * eye.width)));
  const fine = skin.data.map((value, i) => value - soft.data[i]!);
  const usual = Float32Array.from(fine, Math.abs).sort()[fine.length >> 1]!;
  // A crack in an old print is not grain.
  const limit = 2 * usual + 0.5;
  const mirrored = (k: number): number => {
    const at = k % (2 * side);
    return at < side ? at : 2 * side - 1 - at;
  };
  return Float32Array.from({ length: width * height }, (_, i) => {
    const value = fine[mirrored(Math.floor(i / width)) * side + mirrored(i % width)]!;
    return Math.max(-limit, Math.min(limit, value));
  });
}

/** The iris travels and the whites give way; nothing moves at the lids and in the corners. */
function moveGaze(plane: Plane, eye: Eye, places: Places, { width, height }: Patch, gaze: number): Plane {
  const moved = createPlane(width, height);
  const reach = gaze * eye.width;
  for (let i = 0; i < moved.data.length; i++) {
    const s = places.s[i]!;
    const v = places.v[i]!;
    const within =
      smoothstep(0, 0.06, v - places.upper[i]!) *
      smoothstep(0, 0.06, places.lower[i]! - v) *
      smoothstep(0, 0.22, s) *
      (1 - smoothstep(0.78, 1, s));
    const distance = Math.hypot(s - eye.iris.s, v - eye.iris.v) / eye.iris.radius;
    const shift = reach * within * (1 - smoothstep(1, 2.4, distance));
    const x = i % width;
    const y = Math.floor(i / width);
    moved.data[i] =
      shift === 0 ? plane.data[i]! : cubicSample(plane, x - shift * eye.cos, y - shift * eye.sin);
  }
  return moved;
}

interface LidDrawing {
  readonly out: Uint8Array;
  /** The eye as it looks now, with its gaze moved. */
  readonly seen: readonly Plane[];
  /** The photo. */
  readonly channels: readonly Plane[];
  readonly tone: readonly Plane[];
  readonly grain: Float32Array;
  readonly eye: Eye;
  readonly places: Places;
  readonly patch: Patch;
  readonly closure: number;
}

/**
 * Lowers the upper lid over the eye. The lid's skin unfolds: its edge travels as it is, the brow stays, and between them
 * what would be drawn out into streaks gives way to the skin's own tone and grain.
 */
function lowerLid({ out, seen, channels, tone, grain, eye, places, patch, closure }: LidDrawing): void {
  const { width } = patch;
  const { s, v, upper, lower, brow, within } = places;
  const antialias = 1.2 / eye.width;
  for (let i = 0; i < s.length; i++) {
    const drop = closure * closes * (lower[i]! - upper[i]!);
    if (within[i] === 0 || drop < 1e-4) continue;
    const edge = upper[i]! + drop;
    /** How far above the lid's edge. */
    const above = edge - v[i]!;
    const span = Math.max(edge - brow[i]!, 1e-3);
    if (above > span || above < -0.35) continue;
    const x = i % width;
    const y = Math.floor(i / width);
    const lidX = (rise: number): number => x + rise * eye.sin * eye.width;
    const lidY = (rise: number): number => y - rise * eye.cos * eye.width;
    const folded = Math.max(upper[i]! - brow[i]!, 1e-3);
    const rigid = Math.min(rigidEdge, 0.35 * folded);
    const unfolded = Math.min(1, Math.max(0, (above - rigid) / Math.max(span - rigid, 1e-3)));
    const rise = above < rigid ? drop : drop * (1 - unfolded * unfolded * (3 - 2 * unfolded));
    const cover = smoothstep(-antialias, antialias, above) * within[i]!;
    const margin = Math.min(0.16, 0.45 * span);
    const between =
      smoothstep(0.7 * rigid, 1.25 * rigid, above) *
      (1 - smoothstep(span - margin, span - 0.1 * margin, above));
    const stretched = Math.min(0.85, (0.9 * drop) / Math.max(folded, 0.08)) * between;
    const crease = above > 0 ? 1 - 0.08 * closure * Math.exp(-((above / 0.05) ** 2)) : 1;
    const isBelow = above <= 0;
    const lash = isBelow ? (1 - smoothstep(0, lashes, -above)) * within[i]! * Math.min(1, 25 * drop) : 0;
    const shadow =
      isBelow && v[i]! < lower[i]! ? 1 - 0.22 * Math.exp(-((above / 0.07) ** 2)) * Math.min(1, 12 * drop) : 1;
    for (let k = 0; k < 3; k++) {
      let value = seen[k]!.data[i]! * shadow;
      if (cover > 0) {
        let lid = cubicSample(channels[k]!, lidX(rise), lidY(rise));
        if (stretched > 0) {
          // The tone is smooth: nothing is lost by the cheaper sample.
          lid += (samplePlane(tone[k]!, lidX(rise), lidY(rise)) + 0.8 * grain[i]! - lid) * stretched;
        }
        value += (lid * crease - value) * cover;
      }
      // Lashes are darker than what they hang over, never lighter.
      if (lash > 0)
        value += (Math.min(value, cubicSample(channels[k]!, lidX(drop), lidY(drop))) - value) * lash;
      out[3 * i + k] = Math.round(clampLevel(value));
    }
  }
}

/** A Catmull-Rom sample; beyond the edge of the plane its outermost samples go on. It runs for every pixel of a lid. */
function cubicSample({ data, width, height }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const fx = x - left;
  const fy = y - top;
  const [u0, u1, u2, u3] = [outer(1 + fx), inner(fx), inner(1 - fx), outer(2 - fx)];
  const a = clampIndex(left - 1, width);
  const b = clampIndex(left, width);
  const c = clampIndex(left + 1, width);
  const d = clampIndex(left + 2, width);
  let sum = 0;
  for (let j = -1; j <= 2; j++) {
    const row = clampIndex(top + j, height) * width;
    const line = u0 * data[row + a]! + u1 * data[row + b]! + u2 * data[row + c]! + u3 * data[row + d]!;
    const distance = Math.abs(j - fy);
    sum += line * (distance < 1 ? inner(distance) : outer(distance));
  }
  return sum;
}

function clampIndex(index: number, count: number): number {
  return index < 0 ? 0 : index >= count ? count - 1 : index;
}

/** Weights of Catmull-Rom within one sample of the place, and beyond. */
function inner(t: number): number {
  return 1.5 * t * t * t - 2.5 * t * t + 1;
}

function outer(t: number): number {
  return -0.5 * t * t * t + 2.5 * t * t - 4 * t + 2;
}
