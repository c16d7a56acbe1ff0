const signature = Uint8Array.from('ICC_PROFILE\0', (letter) => letter.charCodeAt(0));
const headerBytes = signature.length + 2;
/** A segment's length includes itself. */
const mostInSegment = 65_535 - 2 - headerBytes;

/** The segments of a JPEG that carry its colour profile: ICC.1:2022, annex B.4. */
function profileSegments(profile: Uint8Array): Uint8Array<ArrayBuffer> {
  const count = Math.ceil(profile.length / mostInSegment);
  const segments = new Uint8Array(profile.length + count * (4 + headerBytes));
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    const piece = profile.subarray(index * mostInSegment, (index + 1) * mostInSegment);
    const length = 2 + headerBytes + piece.length;
    segments.set([0xff, 0xe2, length >> 8, length & 255, ...signature, index + 1, count], at);
    segments.set(piece, at + 4 + headerBytes);
    at += 2 + length;
  }
  return segments;
}

/**
 * The JPEG that a canvas has made, with this colour profile in place of the browser's own, which says sRGB. Two profiles
 * would count as none.
 */
export function withProfile(jpeg: Uint8Array, profile: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const kept: Uint8Array<ArrayBuffer>[] = [];
  let at = 2;
  // Segments up to the picture's own data (ITU-T T.81, B.1.1.4).
  while (jpeg[at] === 0xff && jpeg[at + 1] !== 0xda) {
    const end = at + 2 + (((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0));
    const isProfile =
      jpeg[at + 1] === 0xe2 && signature.every((byte, index) => jpeg[at + 4 + index] === byte);
    if (!isProfile) kept.push(jpeg.slice(at, end));
    at = end;
  }
  return [jpeg.slice(0, 2), profileSegments(profile), ...kept, jpeg.slice(at)];
}
