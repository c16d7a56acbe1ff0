import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const source = readFileSync(new URL('palette.css', import.meta.url), 'utf8');
const [byDay = '', byNight = ''] = source.split('@media (prefers-color-scheme: dark)');

type Palette = Record<string, string>;

function coloursOf(css: string): Palette {
  return Object.fromEntries(
    [...css.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string | undefined, other: string | undefined): number {
  if (!one || !other) throw new TypeError('the palette lacks a colour');
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const textPairs = [
  ...['ground', 'surface', 'sunk', 'accent-wash'].flatMap((below) =>
    ['ink', 'ink-soft', 'accent-text'].map((text) => [text, below] as const),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['danger', 'danger-wash'],
  ['danger', 'surface'],
  ['ink', 'danger-wash'],
  ['success', 'surface'],
  ['success', 'ground'],
  ['on-album', 'album'],
  ['on-album-soft', 'album'],
  ['album-accent', 'album'],
] as const;
const edgePairs = [
  ['edge', 'surface'],
  ['edge', 'ground'],
  ['accent', 'ground'],
  ['accent', 'surface'],
  ['accent', 'sunk'],
  ['focus', 'ground'],
  ['focus', 'surface'],
  ['waiting', 'surface'],
] as const;

for (const [name, palette] of Object.entries({ light: coloursOf(byDay), dark: coloursOf(byNight) })) {
  test.each(textPairs)(`${name}: %s is readable on %s`, (text, below) => {
    expect(contrast(palette[text], palette[below])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(edgePairs)(`${name}: %s stands out from %s`, (edge, below) => {
    expect(contrast(palette[edge], palette[below])).toBeGreaterThanOrEqual(3);
  });
}

test('both schemes define the same colours', () => {
  expect(Object.keys(coloursOf(byNight)).toSorted()).toEqual(Object.keys(coloursOf(byDay)).toSorted());
});
