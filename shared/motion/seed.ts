/** The part of a file that determines its seed. */
export const seedBytes = 256 * 1024;

/** The largest seed: 31 bits, to fit an integer column. */
export const maxSeed = 2 ** 31 - 1;

/** The seed of a photo file: FNV-1a over some four thousand bytes of its first 256 kB, evenly spaced. */
export function seedOf(file: Uint8Array): number {
  const bytes = file.subarray(0, seedBytes);
  const step = Math.max(1, Math.floor(bytes.length / 4096));
  let hash = 0x811c9dc5;
  for (let i = 0; i < bytes.length; i += step) hash = Math.imul(hash ^ bytes[i]!, 0x01000193);
  return hash >>> 1;
}
