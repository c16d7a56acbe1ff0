import { type LabPicture, toLab } from '../motion/colour.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { type Edge, type FittedLine, fitLine } from './fit-line.ts';
import { cross, type Line, linesOf } from './paper-lines.ts';
import type { Corners, Place } from './print.ts';

/** A picture framed by even paper or film, wherever it lies. */
export interface PaperFrame {
  readonly corners: Corners;
  /** Share of the frame that is seen on the side where most is covered, and on all four. */
  readonly least: number;
  readonly seen: number;
}

/** The colour difference (CIE 1976) within one paper; uneven light changes its lightness more than its hue. */
const samePaper = 8;
const unevenLight = 0.5;
/** The number of the most frequent tones that are tried. */
const tones = 10;
/** Lightness from which a tone is a paper's, and up to which it is a film's. */
const light = 55;
const black = 14;
/** Fewer samples than this share of all are no frame. */
const rarest = 0.012;
/** How far a frame's edge may be off the line, in samples. */
const reach = 2;
/** The widest margin, as a share of the edge that it runs along. */
const widestMargin = 0.25;
/** A picture covers this share of what is photographed. */
const minArea = 0.2;
/** The edges of film are black, and near the edges of the picture: this share of its sides. */
const filmReach = 0.14;

/**
 * Finds the picture within a frame of one tone (the white margin of a print, the black one of a film) that lies anywhere,
 * with keystone, by the four lines along which the frame ends. A hand may cover part of each. Null if there is none.
 */
export function findPaperFrame(picture: RgbPicture): PaperFrame | null {
  const lab = toLab(picture);
  let best: PaperFrame | null = null;
  for (const tone of frequentTones(lab)) {
    const frame = frameOf(lab, tone);
    if (frame && (!best || frame.seen > best.seen)) best = frame;
  }
  return best;
}

type Tone = readonly [lightness: number, a: number, b: number];

/** The most frequent light and nearly black tones. */
function frequentTones({ lightness, a, b }: LabPicture): Tone[] {
  const bins = new Map<number, { n: number; l: number; a: number; b: number }>();
  for (let i = 0; i < lightness.data.length; i += 2) {
    const [l, p, q] = [lightness.data[i]!, a.data[i]!, b.data[i]!];
    if (Math.hypot(p, q) > 24 || (l > black && l < light)) continue;
    const key = Math.round(l / 16) * 10_000 + Math.round(p / 6 + 50) * 100 + Math.round(q / 6 + 50);
    const bin = bins.get(key) ?? { n: 0, l: 0, a: 0, b: 0 };
    bin.n++;
    bin.l += l;
    bin.a += p;
    bin.b += q;
    bins.set(key, bin);
  }
  return [...bins.values()]
    .filter(({ n }) => 2 * n > rarest * lightness.data.length)
    .sort((p, q) => q.n - p.n)
    .slice(0, tones)
    .map(({ n, l, a: p, b: q }) => [l / n, p / n, q / n]);
}

function frameOf({ lightness, a, b }: LabPicture, [l, p, q]: Tone): PaperFrame | null {
  const { width, height } = lightness;
  const paper = new Uint8Array(width * height);
  for (let i = 0; i < paper.length; i++) {
    const dl = unevenLight * (lightness.data[i]! - l);
    const da = a.data[i]! - p;
    const db = b.data[i]! - q;
    if (dl * dl + da * da + db * db < samePaper * samePaper) paper[i] = 1;
  }
  // Outside of the photo, -1.
  const at = (x: number, y: number): number =>
    x >= 0 && y >= 0 && x < width && y < height ? paper[y * width + x]! : -1;
  const last = width * height - 1;
  const top = linesOf(paper, width, height, { start: 0, along: 1, inwards: width });
  if (top.length === 0) return null;
  const left = linesOf(paper, height, width, { start: 0, along: width, inwards: 1 });
  if (left.length === 0) return null;
  const bottom = linesOf(paper, width, height, { start: last - width + 1, along: 1, inwards: -width }).map(
    ({ at: depth, slope }): Line => ({ at: height - 1 - depth, slope: -slope }),
  );
  if (bottom.length === 0) return null;
  const right = linesOf(paper, height, width, { start: width - 1, along: width, inwards: -1 }).map(
    ({ at: depth, slope }): Line => ({ at: width - 1 - depth, slope: -slope }),
  );
  let best: (Omit<PaperFrame, 'corners'> & { places: readonly Place[] }) | null = null;
  for (const places of quadrilaterals(top, right, bottom, left)) {
    if (!isLargeAndInside(places, width, height)) continue;
    if (l < light && !isNearRim(places, width, height)) continue;
    const isLoose =
      l < light || places.filter((from, k) => endsOutside(from, places[(k + 1) % 4]!, at)).length >= 3;
    if (!isLoose) continue;
    const shares = places.map((from, k) => shareSeen(from, places[(k + 1) % 4]!, at));
    const seen = shares.reduce((sum, share) => sum + share, 0) / 4;
    const least = Math.min(...shares);
    if (!best || seen + least > best.seen + best.least) best = { places, least, seen };
  }
  if (!best) return null;
  const [c0, c1, c2, c3] = refined(best.places, at).map(({ x, y }) => ({
    x: (x + 0.5) / width,
    y: (y + 0.5) / height,
  }));
  return { corners: [c0!, c1!, c2!, c3!], least: best.least, seen: best.seen };
}

/** The corners, clockwise from the upper left, of all combinations of lines. */
function* quadrilaterals(
  tops: readonly Line[],
  rights: readonly Line[],
  bottoms: readonly Line[],
  lefts: readonly Line[],
): Generator<readonly [Place, Place, Place, Place]> {
  for (const top of tops)
    for (const bottom of bottoms)
      for (const left of lefts)
        for (const right of rights)
          yield [cross(top, left), cross(top, right), cross(bottom, right), cross(bottom, left)];
}

/** The corners with each edge fitted to where the paper ends, and moved inwards so that nothing of it is left. */
function refined(places: readonly Place[], at: (x: number, y: number) => number): Place[] {
  const edges = places.map((from, k) => {
    const to = places[(k + 1) % 4]!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
    const ends: Edge[] = [];
    for (let way = 0.05 * length; way < 0.95 * length; way++) {
      for (let off = -4; off <= 5; off++) {
        const [x, y] = [from.x + way * dx - off * dy, from.y + way * dy + off * dx];
        const isEnd =
          at(Math.round(x + dy), Math.round(y - dx)) === 1 && at(Math.round(x), Math.round(y)) === 0;
        if (!isEnd) continue;
        ends.push({ along: way, depth: off });
        break;
      }
    }
    const { depth, slope, roughness } = fitNear(ends);
    const offAt = (way: number): number => depth + slope * way + 1 + roughness;
    const place = (way: number): Place => ({
      x: from.x + way * dx - offAt(way) * dy,
      y: from.y + way * dy + offAt(way) * dx,
    });
    return [place(0), place(length)] as const;
  });
  return edges.map((edge, k) => meet(edges[(k + 3) % 4]!, edge));
}

/** The line through the places, fitted again without those that are off by more than two samples. */
function fitNear(ends: readonly Edge[]): FittedLine {
  let line: FittedLine = { slope: 0, depth: 0, roughness: 0 };
  for (const tolerance of [5, 2]) {
    const { slope, depth } = line;
    const near = ends.filter((end) => Math.abs(end.depth - depth - slope * end.along) <= tolerance);
    if (near.length < 8) break;
    line = fitLine(near);
  }
  return line;
}

/** The intersection of the lines through two pairs of places. */
function meet([a, b]: readonly [Place, Place], [c, d]: readonly [Place, Place]): Place {
  const whole = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  const share = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / whole;
  return { x: a.x + share * (b.x - a.x), y: a.y + share * (b.y - a.y) };
}

function isLargeAndInside(places: readonly Place[], width: number, height: number): boolean {
  const isInside = places.every(({ x, y }) => x > -2 && y > -2 && x < width + 1 && y < height + 1);
  if (!isInside) return false;
  const [a, b, c, d] = places as [Place, Place, Place, Place];
  const area = ((c.x - a.x) * (d.y - b.y) - (d.x - b.x) * (c.y - a.y)) / 2;
  return area > minArea * width * height && area < 0.97 * width * height;
}

function isNearRim(places: readonly Place[], width: number, height: number): boolean {
  return places.every(
    ({ x, y }) => Math.min(x, width - x) < filmReach * width && Math.min(y, height - y) < filmReach * height,
  );
}

/**
 * Whether the paper along an edge (clockwise) ends before the photo does: a margin that does not is no loose print's, and
 * may be a white wall within the print.
 */
function endsOutside(from: Place, to: Place, at: (x: number, y: number) => number): boolean {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  let [ended, n] = [0, 0];
  for (let way = 0.05 * length; way < 0.95 * length; way += 3) {
    const level = (distance: number): number =>
      at(Math.round(from.x + way * dx + distance * dy), Math.round(from.y + way * dy - distance * dx));
    if (level(reach) === 0) continue;
    n++;
    let run = reach;
    while (run < widestMargin * length && level(run) === 1) run++;
    const isInside =
      at(Math.round(from.x + way * dx + (run + 3) * dy), Math.round(from.y + way * dy - (run + 3) * dx)) >= 0;
    if (run < widestMargin * length && isInside) ended++;
  }
  return ended > 0.6 * n;
}

/** The share of an edge (clockwise) outside of which there is paper, and inside of which there is none. */
function shareSeen(from: Place, to: Place, at: (x: number, y: number) => number): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const [dx, dy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  let [seen, n] = [0, 0];
  for (let way = 0.04 * length; way < 0.96 * length; way++, n++) {
    const [x, y] = [from.x + way * dx, from.y + way * dy];
    const level = (distance: number): number =>
      at(Math.round(x - distance * dy), Math.round(y + distance * dx));
    const isPaper = level(-reach) === 1 && level(-reach - 1) === 1;
    if (isPaper && level(reach) + level(reach + 1) + level(reach + 3) <= 1) seen++;
  }
  return n === 0 ? 0 : seen / n;
}
