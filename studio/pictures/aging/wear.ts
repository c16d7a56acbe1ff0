import type { Size } from './noise.ts';
import { createRandom } from '#shared/random.ts';
import { normal } from './random.ts';

/** Scratches, dust, hairs and a creased corner as an SVG of this size; a wear of 1 is a heavily handled print. */
export function wearMarks({ width, height }: Size, wear: number, seed: number): string {
  const random = createRandom(seed + 77);
  const unit = Math.min(width, height) / 1024;
  const between = (low: number, high: number) => low + (high - low) * random();
  const many = (count: number, mark: () => string) => Array.from({ length: Math.round(count * wear) }, mark);
  const place = () => [between(0, width), between(0, height)] as const;

  const scratch = () => {
    const [x, y] = place();
    const length = between(20, 170) * unit;
    const lean = between(-0.22, 0.22) * length;
    const look = `stroke="#fff6de" stroke-opacity="${between(0.1, 0.38).toFixed(2)}" stroke-width="${between(0.5, 1.1) * unit}"`;
    return `<path d="M${x} ${y}q${lean} ${length / 2} ${lean * 1.6 + normal(random) * 3} ${length}" ${look}/>`;
  };
  const speck = () => {
    const [x, y] = place();
    const colour = random() < 0.7 ? '#fff6e0' : '#28180e';
    const radius = (0.4 + Math.abs(normal(random)) * 1.0) * unit;
    return `<ellipse cx="${x}" cy="${y}" rx="${radius}" ry="${radius * between(0.5, 1)}" fill="${colour}" fill-opacity="${between(0.25, 0.6).toFixed(2)}" stroke="none"/>`;
  };
  const hair = () => {
    const [x, y] = place();
    const size = between(14, 40) * unit;
    return `<path d="M${x} ${y}c${size} ${-size} ${size * 1.6} ${size} ${size * 0.7} ${size * 1.2}" stroke="#fff4dc" stroke-opacity="0.45" stroke-width="${0.8 * unit}"/>`;
  };
  const marks = [
    ...many(15, scratch),
    ...many(100, speck),
    ...many(3, hair),
    crease(width, height, unit, random),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke-linecap="round">${marks.join('')}</svg>`;
}

/** A dog-ear: a light line with its shadow, in one of the four corners. */
function crease(width: number, height: number, unit: number, random: () => number): string {
  const flip = `${random() < 0.5 ? -1 : 1} ${random() < 0.5 ? -1 : 1}`;
  const [across, down] = [(0.06 + 0.1 * random()) * width, (0.06 + 0.1 * random()) * height];
  const line = `M${width / 2 - across} ${-height / 2}Q${width / 2 - across * 0.7} ${-height / 2 + down * 0.7} ${width / 2} ${-height / 2 + down}`;
  return (
    `<g transform="translate(${width / 2} ${height / 2}) scale(${flip})">` +
    `<path d="${line}" stroke="#1e1008" stroke-opacity="0.3" stroke-width="${2.2 * unit}" transform="translate(${-1.6 * unit} ${2 * unit})"/>` +
    `<path d="${line}" stroke="#fff4da" stroke-opacity="0.6" stroke-width="${1.5 * unit}"/></g>`
  );
}
