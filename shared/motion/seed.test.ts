import { expect, test } from 'vitest';
import { seedOf } from './seed.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('the seed of %j is its FNV-1a hash in 31 bits', (value, hash) => {
  expect(seedOf(text(value))).toBe(Math.floor(hash / 2));
});

test('in a larger file every 64th byte of the first 256 kB counts', () => {
  const file = new Uint8Array(400_000).fill(7);
  const seed = seedOf(file);
  const changedAt = (index: number): number => {
    const other = file.slice();
    other[index] = 8;
    return seedOf(other);
  };
  for (const index of [0, 64, 128, 262_080]) expect(changedAt(index), `byte ${index}`).not.toBe(seed);
  for (const index of [1, 63, 65, 262_143, 262_144, 399_999])
    expect(changedAt(index), `byte ${index}`).toBe(seed);
});
