const signature = Uint8Array.from('ICC_PROFILE\0', (letter) => letter.charCodeAt(0));
const headerBytes = signature.length + 2;
/** A segment's length includes itself. */
const mostInSegment = 65_535 - 2 - headerBytes;

/**
 * The segments of a JPEG that carry its colour profile: ICC.1:2022, annex B.4. To be placed after the first two bytes of
 * one without a profile.
 */
export function profileSegments(profile: Uint8Array): Uint8Array<ArrayBuffer> {
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
