/** A pseudo-random generator of numbers in [0, 1), deterministic for a seed (mulberry32, by Tommy Ettinger). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** The part of a file that determines its seed. */
export const seedBytes = 256 * 1024;

/** The seed of a photo file: FNV-1a over some four thousand bytes of its first 256 kB, evenly spaced. */
export function seedOf(file: Uint8Array): number {
  const bytes = file.subarray(0, seedBytes);
  const step = Math.max(1, Math.floor(bytes.length / 4096));
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i += step) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  // 31 bits, to fit an integer column.
  return hash >>> 1;
}
