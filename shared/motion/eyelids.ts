import { cubicSamples } from './cubic-sample.ts';
import { type Eye, patchOf } from './eye.ts';
import { createGazePainter } from './gaze.ts';
import { measurePlaces, type Places } from './eye-places.ts';
import { lidTone, skinGrain } from './lid-skin.ts';
import { channelsOf, cutPatch, type Patch } from './patch.ts';
import { type Plane, type RgbPicture, samplePlane, smoothstep, toByte } from './plane.ts';

/** Draws one eye of a photo with its lid lowered and its gaze shifted. */
export interface EyePainter {
  readonly patch: Patch;
  /**
   * The patch as RGB bytes with the lid closed by `closure` (0 to 1) and the iris shifted by `gaze` eye widths. Reuses
   * the same memory for each call. With both 0, it equals the photo.
   */
  paint(closure: number, gaze: number): Uint8Array;
}

/** A lid closes to a line slightly above the lower lashes. */
const closes = 0.97;
/** Everything closer to the lid's edge than this (in eye widths) moves with it unchanged: lashes and edge. */
const rigidEdge = 0.1;
const lashes = 0.05;

/** The three channels of one sample; allocated once, as there are many. */
const sampled = new Float64Array(3);
const lashSampled = new Float64Array(3);

/** Prepares an eye for drawing from a photo of the frame's size. Null if none of it is in the frame. */
export function createEyePainter(photo: RgbPicture, eye: Eye, hasGlasses = false): EyePainter | null {
  const patch = patchOf(eye, photo);
  if (!patch) return null;
  const places = measurePlaces(eye, patch);
  const original = cutPatch(photo, patch);
  const channels = channelsOf(original, patch);
  const tone = lidTone(channels, places, patch, eye.width);
  const grain = skinGrain(photo, eye, patch);
  const out = Uint8Array.from(original);
  const moveGaze = createGazePainter(channels, eye, places, hasGlasses);
  const moved = channels.map(({ data }) => ({ ...patch, data: Float32Array.from(data) }));
  return {
    patch,
    paint(closure, gaze) {
      out.set(original);
      if (gaze !== 0) moveGaze(gaze, moved, out);
      const source = gaze === 0 ? channels : moved;
      if (closure > 1e-3) lowerLid({ out, seen: source, channels, tone, grain, eye, places, patch, closure });
      return out;
    },
  };
}

interface LidDrawing {
  readonly out: Uint8Array;
  /** The eye with its gaze already shifted. */
  readonly seen: readonly Plane[];
  /** The photo. */
  readonly channels: readonly Plane[];
  readonly tone: readonly Plane[];
  readonly grain: readonly Float32Array[];
  readonly eye: Eye;
  readonly places: Places;
  readonly patch: Patch;
  readonly closure: number;
}

/**
 * Lowers the upper lid over the eye. The lid's skin unfolds: its edge moves unchanged, the brow stays, and in between,
 * areas that would be stretched into streaks are blended with the skin's own tone and grain.
 */
function lowerLid({ out, seen, channels, tone, grain, eye, places, patch, closure }: LidDrawing): void {
  const { width } = patch;
  const { s, v, upper, lower, brow, within } = places;
  const antialias = 1.2 / eye.width;
  const [sin, cos] = [eye.sin * eye.width, eye.cos * eye.width];
  for (let i = 0; i < s.length; i++) {
    const drop = closure * closes * (lower[i]! - upper[i]!);
    if (within[i] === 0 || drop < 1e-4) continue;
    const edge = upper[i]! + drop;
    /** Distance above the lid's edge. */
    const above = edge - v[i]!;
    const span = Math.max(edge - brow[i]!, 1e-3);
    if (above > span || above < -0.35) continue;
    const x = i % width;
    const y = Math.floor(i / width);
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
    // Starts where the eye still shows through the lid's edge, to avoid a bright line between lid and lashes.
    const lash =
      above <= antialias ? (1 - smoothstep(0, lashes, -above)) * within[i]! * Math.min(1, 25 * drop) : 0;
    const shadow =
      isBelow && v[i]! < lower[i]! ? 1 - 0.22 * Math.exp(-((above / 0.07) ** 2)) * Math.min(1, 12 * drop) : 1;
    const [lidX, lidY] = [x + rise * sin, y - rise * cos];
    if (cover > 0) cubicSamples(channels, lidX, lidY, sampled);
    if (lash > 0) cubicSamples(channels, x + drop * sin, y - drop * cos, lashSampled);
    for (let k = 0; k < 3; k++) {
      let value = seen[k]!.data[i]! * shadow;
      if (cover > 0) {
        let lid = sampled[k]!;
        if (stretched > 0) {
          // The tone is smooth, so the cheaper sampling loses nothing.
          lid += (samplePlane(tone[k]!, lidX, lidY) + grain[k]![i]! - lid) * stretched;
        }
        value += (lid * crease - value) * cover;
      }
      // Lashes are darker than what is behind them, never lighter.
      if (lash > 0) value += (Math.min(value, lashSampled[k]!) - value) * lash;
      out[3 * i + k] = toByte(value);
    }
  }
}
