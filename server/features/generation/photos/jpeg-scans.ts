const startOfScan = 0xda;
const endOfImage = 0xd9;

/** True for markers without a length: fill and stuffed bytes, TEM, RST0 to RST7, SOI. */
function standsAlone(marker: number): boolean {
  return marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);
}

/** The position of the next 0xFF from `at` on; the buffer's length if there is none. */
function nextMarker(jpeg: Buffer, at: number): number {
  let here = at;
  // Not indexOf: one call for each of ten million 0xFF in a malicious file would block the process for a second.
  while (here < jpeg.length && jpeg[here] !== 0xff) here++;
  return here;
}

/** The position of the marker after the entropy-coded data from `offset` on; the buffer's length if there is none. */
function skipEntropyCodedData(jpeg: Buffer, offset: number): number {
  let at = nextMarker(jpeg, offset);
  while (at + 1 < jpeg.length) {
    const next = jpeg[at + 1] ?? 0;
    if (next !== 0x00 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
    at = nextMarker(jpeg, next === 0xff ? at + 1 : at + 2);
  }
  return jpeg.length;
}

/**
 * Walks the segments of a JPEG (ITU-T T.81, annex B) without decoding any, up to the end of the image or of the data,
 * which may be truncated; never throws. Like the decoder it skips stray bytes between segments. `visit` receives each
 * segment's marker, the marker's offset and the end of the segment's data, in bytes from the start, and may stop the
 * walk by returning `false`. Returns whether it came to the end of the image.
 */
export function walkJpeg(
  jpeg: Buffer,
  visit: (marker: number, offset: number, end: number) => boolean | void,
): boolean {
  let at = nextMarker(jpeg, 2);
  while (at + 1 < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === endOfImage) return true;
    if (marker === 0xff || standsAlone(marker)) {
      at = nextMarker(jpeg, marker === 0xff ? at + 1 : at + 2);
      continue;
    }
    if (at + 4 > jpeg.length) return false;
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (visit(marker, at, end) === false) return false;
    at = nextMarker(jpeg, marker === startOfScan ? skipEntropyCodedData(jpeg, end) : end);
  }
  return false;
}

/**
 * How many scans a JPEG has, at most `maxScans` + 1 of them, and whether it has its end: a decoder stops at the last row
 * and would not miss it. Never throws.
 */
export function countJpegScans(jpeg: Buffer, maxScans: number): { scans: number; ends: boolean } {
  let scans = 0;
  const ends = walkJpeg(jpeg, (marker) => {
    if (marker === startOfScan) scans += 1;
    return scans <= maxScans;
  });
  return { scans, ends };
}
