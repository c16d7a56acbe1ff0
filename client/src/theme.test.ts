import { expect, test } from 'vitest';
import { dark, light, type Palette } from './theme.ts';

/** Relative luminance and contrast ratio as WCAG 2.2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

const textPairs: [keyof Palette, keyof Palette][] = [
  ...(['ground', 'surface', 'sunk', 'accentWash'] as const).flatMap(
    (below): [keyof Palette, keyof Palette][] => [
      ['ink', below],
      ['inkSoft', below],
      ['accentText', below],
    ],
  ),
  ['onAccent', 'accent'],
  ['onAccent', 'accentHover'],
  ['danger', 'dangerWash'],
  ['danger', 'surface'],
  ['ink', 'dangerWash'],
  ['success', 'surface'],
  ['success', 'ground'],
];
const edgePairs: [keyof Palette, keyof Palette][] = [
  ['edge', 'surface'],
  ['edge', 'ground'],
  ['accent', 'ground'],
  ['accent', 'surface'],
  ['accent', 'sunk'],
  ['focus', 'ground'],
  ['focus', 'surface'],
  ['waiting', 'surface'],
];

for (const [name, palette] of Object.entries({ light, dark })) {
  test.each(textPairs)(`${name}: %s is readable on %s`, (text, below) => {
    expect(contrast(palette[text], palette[below])).toBeGreaterThanOrEqual(4.5);
  });
  test.each(edgePairs)(`${name}: %s stands out from %s`, (edge, below) => {
    expect(contrast(palette[edge], palette[below])).toBeGreaterThanOrEqual(3);
  });
}
