import { type HdrColours, hdrColoursIn, hdrColoursOf } from '#shared/hdr.ts';
import { colourSpaceOf, iccProfile } from '#shared/icc-profile.ts';
import type { Size } from '#shared/photo-header.ts';

/** What a HEIC file says about its primary picture. */
export interface HeicFile {
  /** Before rotation; null if it is not stated. */
  size: Size | null;
  /** The ICC profile of its colours; null for sRGB, and for HDR. */
  profile: Uint8Array | null;
  /** Its colours if it is an HDR photo. */
  hdr: HdrColours | null;
}

interface Box {
  type: string;
  content: DataView;
}

const textAt = (view: DataView, at: number) =>
  String.fromCharCode(...[0, 1, 2, 3].map((index) => view.getUint8(at + index)));

const part = (view: DataView, start: number, end = view.byteLength) =>
  new DataView(view.buffer, view.byteOffset + start, end - start);

/** ISO/IEC 14496-12, 4.2. */
function boxesIn(view: DataView): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const short = view.getUint32(at);
    const header = short === 1 ? 16 : 8;
    const length = short === 1 ? Number(view.getBigUint64(at + 8)) : short || view.byteLength - at;
    if (length < header || at + length > view.byteLength) break;
    boxes.push({ type: textAt(view, at + 4), content: part(view, at + header, at + length) });
    at += length;
  }
  return boxes;
}

const find = (boxes: readonly Box[], type: string) => boxes.find((box) => box.type === type)?.content;

/** The places, from 1, of an item's properties: ISO/IEC 23008-12, 9.3. */
function placesOf(item: number, ipma: DataView): number[] {
  const wideIds = ipma.getUint8(0) > 0;
  const wideIndexes = (ipma.getUint8(3) & 1) !== 0;
  let at = 8;
  for (let entry = ipma.getUint32(4); entry > 0; entry -= 1) {
    const id = wideIds ? ipma.getUint32(at) : ipma.getUint16(at);
    at += wideIds ? 4 : 2;
    const count = ipma.getUint8(at);
    const step = wideIndexes ? 2 : 1;
    if (id === item)
      return Array.from({ length: count }, (_, index) => {
        const place = at + 1 + index * step;
        return wideIndexes ? ipma.getUint16(place) & 0x7fff : ipma.getUint8(place) & 0x7f;
      });
    at += 1 + count * step;
  }
  return [];
}

/** A `colr` property: ISO/IEC 14496-12, 12.1.5. */
function coloursIn(colr: DataView): Pick<HeicFile, 'profile' | 'hdr'> {
  if (textAt(colr, 0) !== 'nclx') {
    const { buffer, byteOffset, byteLength } = part(colr, 4);
    const profile = new Uint8Array(buffer, byteOffset, byteLength).slice();
    const hdr = hdrColoursIn(profile);
    return hdr ? { profile: null, hdr } : { profile, hdr };
  }
  const [primaries, transfer] = [colr.getUint16(4), colr.getUint16(6)];
  const hdr = hdrColoursOf(primaries, transfer);
  const isSrgb = primaries === 1;
  const space = isSrgb || hdr ? null : colourSpaceOf(primaries, transfer);
  return { profile: space && iccProfile(space), hdr };
}

const unknown: HeicFile = { size: null, profile: null, hdr: null };

/** Reads what a HEIC file says about its primary picture. Never throws: what can't be read is left out. */
export function readHeicFile(bytes: Uint8Array): HeicFile {
  try {
    const file = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const meta = find(boxesIn(file), 'meta');
    const inMeta = meta ? boxesIn(part(meta, 4)) : [];
    const [pitm, iprp] = [find(inMeta, 'pitm'), find(inMeta, 'iprp')];
    const inIprp = iprp ? boxesIn(iprp) : [];
    const [ipco, ipma] = [find(inIprp, 'ipco'), find(inIprp, 'ipma')];
    if (!pitm || !ipco || !ipma) return unknown;
    const item = pitm.getUint8(0) > 0 ? pitm.getUint32(4) : pitm.getUint16(4);
    const all = boxesIn(ipco);
    const own = placesOf(item, ipma).flatMap((place) => all[place - 1] ?? []);
    const ispe = find(own, 'ispe');
    const colours = own.filter(({ type }) => type === 'colr').map(({ content }) => content);
    // A profile is more precise than the code points beside it.
    const colr = colours.find((each) => textAt(each, 0) !== 'nclx') ?? colours[0];
    return {
      size: ispe ? { width: ispe.getUint32(4), height: ispe.getUint32(8) } : null,
      ...(colr ? coloursIn(colr) : { profile: null, hdr: null }),
    };
  } catch (error) {
    // It ends too early.
    if (error instanceof RangeError) return unknown;
    throw error;
  }
}
