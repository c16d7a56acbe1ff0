import { type Eye, placeOn } from './eye.ts';
import { greyAt } from './sample-picture.ts';
import { type RgbPicture, smoothstep } from './plane.ts';

/** The lash line is looked for this far below the lower lid of the mesh, in eye widths, in steps of a hundredth. */
const reach = 10;
/** How much darker than the white of the eye the line is at least, in grey levels. */
const minContrast = 8;
/** The height above the line that shows the white, in steps. */
const white = 5;

/**
 * The eye with its lower lid where the photo shows the dark line of the lower lashes: the mesh often puts it too high,
 * and a lid that closes there leaves a white slit. Where no line is seen, the eye remains as it is.
 */
export function toLashLine(photo: RgbPicture, eye: Eye): Eye {
  const profile = Array.from({ length: white + reach + 2 }, (_, k) =>
    greyBelow(photo, eye, (k - white) / 100),
  );
  const darkest = profile.slice(white, -1).reduce(
    (best, value, k) => {
      const isLine = profile[k]! - value > minContrast && value <= profile[white + k + 1]!;
      return isLine && value < best.value ? { value, steps: k } : best;
    },
    { value: Infinity, steps: 0 },
  );
  if (darkest.steps === 0) return eye;
  const { lower } = eye;
  const drop = darkest.steps / 100;
  return {
    ...eye,
    lower: (s) => lower(s) + drop * smoothstep(0, 0.25, s) * (1 - smoothstep(0.75, 1, s)),
    opening: eye.opening + drop,
  };
}

/** The mean grey level at a distance below the lower lid, in eye widths, beside the iris, which is as dark as lashes. */
function greyBelow(photo: RgbPicture, eye: Eye, below: number): number {
  const { lower, iris } = eye;
  let sum = 0;
  let count = 0;
  for (let s = 0.15; s <= 0.85; s += 0.025) {
    if (Math.abs(s - iris.s) < 1.1 * iris.radius) continue;
    sum += greyAt(photo, ...placeOn(eye, s, lower(s) + below));
    count++;
  }
  return sum / Math.max(1, count);
}
