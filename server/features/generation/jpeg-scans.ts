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
 * walk by returning `false`.
 */
export function walkJpeg(
  jpeg: Buffer,
  visit: (marker: number, offset: number, end: number) => boolean | void,
): void {
  let at = nextMarker(jpeg, 2);
  while (at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0;
    if (marker === endOfImage) return;
    if (marker === 0xff || standsAlone(marker)) {
      at = nextMarker(jpeg, marker === 0xff ? at + 1 : at + 2);
      continue;
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2);
    if (visit(marker, at, end) === false) return;
    at = nextMarker(jpeg, marker === startOfScan ? skipEntropyCodedData(jpeg, end) : end);
  }
}

export interface JpegScans {
  /** The position of each scan's marker, in bytes from the start. */
  offsets: number[];
  /** True for frames whose scans each carry all coefficients: baseline and extended sequential, Huffman. */
  sequential: boolean;
}

/** The scans of a JPEG, at most `maxScans` + 1 of them; never throws. */
export function findJpegScans(jpeg: Buffer, maxScans: number): JpegScans {
  const offsets: number[] = [];
  let sequential = false;
  walkJpeg(jpeg, (marker, offset) => {
    if (marker === 0xc0 || marker === 0xc1) sequential = true;
    if (marker === startOfScan) offsets.push(offset);
    return offsets.length <= maxScans;
  });
  return { offsets, sequential };
}

/**
 * The same JPEG with its scans' spectral parameters corrected to the standard. Some phones write zeroes there; a
 * sequential decoder ignores them but warns, and warnings are otherwise treated as damage. Returns the given buffer
 * itself if nothing needs repair, else a copy.
 */
export function repairScanParameters(jpeg: Buffer, scans: JpegScans): Buffer {
  if (!scans.sequential) return jpeg;
  let repaired = jpeg;
  for (const offset of scans.offsets) {
    const components = jpeg[offset + 4] ?? 0;
    const parameters = offset + 5 + 2 * components;
    const fits = jpeg.readUInt16BE(offset + 2) === 6 + 2 * components && parameters + 3 <= jpeg.length;
    if (!fits || jpeg.readUIntBE(parameters, 3) === 0x003f00) continue;
    if (repaired === jpeg) repaired = Buffer.from(jpeg);
    repaired.writeUIntBE(0x003f00, parameters, 3);
  }
  return repaired;
}
