import { smoothBlur } from './blur.ts';
import { cubicSamples } from './cubic-sample.ts';
import type { Eye } from './eye.ts';
import type { Places } from './eye-places.ts';
import { type Plane, planeLike, smoothstep, toByte } from './plane.ts';

/** The part of an eye's width that an iris never enters, at either corner. */
const corner = 0.08;
/** The iris moves whole, with this much around it, in radii. */
const around = 1.12;
/** Within this distance of a lid, in eye widths, the photo remains: the lid's edge, its lashes and their shadow. */
const besideLid = 0.05;
/** Levels from which a pixel behind glasses is a reflection in them, which does not move with the eye. */
const reflection = { from: 205, to: 240 } as const;

/** How far the iris of an eye may move to either side, in eye widths. */
export function roomFor({ iris }: Eye): { readonly left: number; readonly right: number } {
  return {
    left: Math.max(0, iris.s - iris.radius - corner),
    right: Math.max(0, 1 - corner - iris.s - iris.radius),
  };
}

/**
 * Shifts the iris by `gaze` eye widths into `moved` and `out`. The whites stretch on one side and give way on the
 * other, up to the corners; the lids stay.
 */
export type GazePainter = (gaze: number, moved: readonly Plane[], out: Uint8Array) => void;

/** Prepares an eye for looking around. `channels` are its patch of the photo. */
export function createGazePainter(
  channels: readonly Plane[],
  eye: Eye,
  places: Places,
  hasGlasses: boolean,
): GazePainter {
  const { width } = channels[0]!;
  const shown = visibleEye(channels, places, hasGlasses);
  const sampled = new Float64Array(3);
  return (gaze, moved, out) => {
    for (let i = 0; i < shown.length; i++) {
      if (shown[i] === 0) continue;
      const s = places.s[i]!;
      const from = s - gaze * shareOf(s, eye, gaze);
      // The outline of the eye is lower there: what is above it is lid.
      const v = Math.min(
        Math.max(places.v[i]!, eye.upper(from) + besideLid / 2),
        Math.max(eye.lower(from), eye.upper(from) + besideLid / 2),
      );
      const [across, down] = [(from - s) * eye.width, (v - places.v[i]!) * eye.width];
      const x = (i % width) + across * eye.cos - down * eye.sin;
      const y = Math.floor(i / width) + across * eye.sin + down * eye.cos;
      cubicSamples(channels, x, y, sampled);
      for (let k = 0; k < 3; k++) {
        const own = channels[k]!.data[i]!;
        const value = own + (sampled[k]! - own) * shown[i]!;
        moved[k]!.data[i] = value;
        out[3 * i + k] = toByte(value);
      }
    }
  };
}

/** The share of the gaze by which the eye is shifted at `s`: all of it at the moved iris, none in the corners. */
function shareOf(s: number, { iris }: Eye, gaze: number): number {
  const middle = iris.s + gaze;
  const edge = Math.min(around * iris.radius, s < middle ? middle : 1 - middle);
  const beyond = Math.abs(s - middle) - edge;
  const room = (s < middle ? middle : 1 - middle) - edge;
  return beyond <= 0 ? 1 : 1 - smoothstep(0, 1, Math.min(1, beyond / Math.max(room, 1e-3)));
}

/** How much of each pixel is eye, 0 to 1: nothing of lids, corners, and reflections in glasses. */
function visibleEye(channels: readonly Plane[], places: Places, hasGlasses: boolean): Float32Array {
  const shown = planeLike(channels[0]!, (i) => {
    const [s, v] = [places.s[i]!, places.v[i]!];
    return (
      smoothstep(0, besideLid, v - places.upper[i]!) *
      smoothstep(0, besideLid, places.lower[i]! - v) *
      smoothstep(0, 0.06, s) *
      (1 - smoothstep(0.94, 1, s))
    );
  });
  if (!hasGlasses) return shown.data;
  const bright = planeLike(shown, (i) =>
    smoothstep(reflection.from, reflection.to, Math.min(...channels.map(({ data }) => data[i]!))),
  );
  const reflected = smoothBlur(bright, 1);
  return shown.data.map((value, i) => value * (1 - Math.min(1, 1.5 * reflected.data[i]!)));
}
