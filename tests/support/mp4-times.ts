import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';

/** Seconds between 1904, from which an MP4 counts (ISO/IEC 14496-12, section 8.2.2), and 1970. */
const epoch = 2_082_844_800;

/** Expects that an MP4, each of its tracks and their media say that they were created since then, and not in the future. */
export async function expectMadeSince(start: Date, path: string): Promise<void> {
  const times = await creationTimes(path);
  expect(times.length).toBeGreaterThanOrEqual(3);
  for (const time of times) {
    // Whole seconds.
    expect(time.getTime()).toBeGreaterThan(start.getTime() - 1000);
    expect(time.getTime()).toBeLessThanOrEqual(Date.now());
  }
}

async function creationTimes(path: string): Promise<Date[]> {
  const bytes = await readFile(path);
  const found: Date[] = [];
  for (const type of ['mvhd', 'tkhd', 'mdhd'])
    for (let at = bytes.indexOf(type); at !== -1; at = bytes.indexOf(type, at + 4)) {
      const seconds =
        bytes[at + 4] === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : bytes.readUInt32BE(at + 8);
      found.push(new Date((seconds - epoch) * 1000));
    }
  return found;
}
