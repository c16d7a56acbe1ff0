/** Numbers from 0 (inclusive) to 1 that look random and are the same for the same seed (mulberry32, by Tommy Ettinger). */
export function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** As much of a file decides over its seed. */
const seedBytes = 256 * 1024;

/** The seed of a photo file: FNV-1a over some four thousand bytes of its first 256 kB, spread evenly. */
export function seedOf(file: Uint8Array): number {
  const bytes = file.subarray(0, seedBytes);
  const step = Math.max(1, Math.floor(bytes.length / 4096));
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i += step) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 0;
}
