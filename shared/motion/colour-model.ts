import type { LabPicture } from './colour.ts';
import type { Plane } from './plane.ts';

const lightnessBins = 20;
const chromaBins = 12;
const binCount = lightnessBins * chromaBins * chromaBins;

/** The histogram bin of every sample in L*a*b*. Chroma beyond 60 falls into the outermost bin. */
export function quantizeColours(picture: LabPicture): Uint16Array {
  const { lightness, a, b } = picture;
  const chromaBin = (value: number): number =>
    Math.min(chromaBins - 1, Math.max(0, Math.floor(((value + 60) / 120) * chromaBins)));
  return Uint16Array.from(lightness.data, (value, i) => {
    const bin = Math.min(lightnessBins - 1, Math.max(0, Math.floor((value / 100) * lightnessBins)));
    return (bin * chromaBins + chromaBin(a.data[i]!)) * chromaBins + chromaBin(b.data[i]!);
  });
}

/** How subject and surroundings differ in colour. */
export interface ColourModel {
  /** For each bin, the natural logarithm of subject likelihood over background likelihood. */
  readonly logRatio: Float32Array;
  /** 0 if both have the same colours, 1 if they have none in common (1 minus the Bhattacharyya coefficient). */
  readonly separation: number;
}

/** Colour histograms of what `mask` (0 to 1) takes for the subject and of the rest, smoothed over neighbouring bins. */
export function learnColours(bins: Uint16Array, mask: Plane): ColourModel {
  let subject = new Float32Array(binCount);
  let background = new Float32Array(binCount);
  for (let i = 0; i < bins.length; i++) {
    const inside = mask.data[i]!;
    subject[bins[i]!]! += inside * inside;
    background[bins[i]!]! += (1 - inside) * (1 - inside);
  }
  subject = normalize(smoothBins(subject));
  background = normalize(smoothBins(background));
  let overlap = 0;
  const logRatio = new Float32Array(binCount);
  for (let k = 0; k < binCount; k++) {
    overlap += Math.sqrt(subject[k]! * background[k]!);
    logRatio[k] = Math.log((subject[k]! + 2e-5) / (background[k]! + 2e-5));
  }
  return { logRatio, separation: 1 - overlap };
}

function smoothBins(histogram: Float32Array): Float32Array<ArrayBuffer> {
  let result = Float32Array.from(histogram);
  for (const step of [1, chromaBins, chromaBins * chromaBins]) {
    const source = result;
    result = source.map(
      (value, k) => 0.6 * value + 0.2 * (source[k - step] ?? 0) + 0.2 * (source[k + step] ?? 0),
    );
  }
  return result;
}

function normalize(histogram: Float32Array<ArrayBuffer>): Float32Array<ArrayBuffer> {
  const sum = histogram.reduce((total, value) => total + value, 0) || 1;
  return histogram.map((value) => value / sum);
}
