import { crc32, deflateSync } from 'node:zlib';
import { type HdrColours, hdrColoursOf } from '#shared/hdr.ts';
import { type Chromaticity, type ColourSpace, colourSpaceOf, iccProfile, srgb } from '#shared/icc-profile.ts';

/** What describes the colours of a PNG; the third edition, 4.3, says which comes first: in this order. */
const colourChunks = ['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'];

/** The signature and the IHDR chunk. */
const afterHeader = 33;

interface Chunk {
  start: number;
  end: number;
  data: Buffer;
}

/** The chunks before the pixels and the palette that describe colours, by their type. */
function findColourChunks(png: Buffer): Map<string, Chunk> {
  const found = new Map<string, Chunk>();
  for (let at = 8; at + 12 <= png.length; ) {
    const type = png.toString('latin1', at + 4, at + 8);
    const end = at + 12 + png.readUInt32BE(at);
    if (type === 'IDAT' || end > png.length) break;
    if (colourChunks.includes(type) && !found.has(type))
      found.set(type, { start: at, end, data: png.subarray(at + 8, end - 4) });
    at = end;
  }
  return found;
}

/** The HDR colours that a PNG declares by code points, before all else; null if it does not. */
export function hdrColoursOfPng(png: Buffer): HdrColours | null {
  const coded = findColourChunks(png).get('cICP')?.data;
  return coded?.length === 4 ? hdrColoursOf(coded.readUInt8(0), coded.readUInt8(1)) : null;
}

function spaceOf(chunks: Map<string, Chunk>): ColourSpace | null {
  const [coded, gamma, gamut] = ['cICP', 'gAMA', 'cHRM'].map((type) => chunks.get(type)?.data);
  if (coded?.length === 4) {
    const space = colourSpaceOf(coded.readUInt8(0), coded.readUInt8(1));
    if (space) return space;
  }
  if (chunks.has('iCCP') || chunks.has('sRGB')) return null;
  const exponent = gamma?.length === 4 ? 100_000 / gamma.readUInt32BE(0) : null;
  const transfer = exponent !== null && exponent > 0.1 && exponent < 10 ? exponent : null;
  const corners = gamut?.length === 32 ? cornersOf(gamut) : null;
  // Browsers ignore corners without a gamma.
  return transfer === null ? null : { ...srgb, ...corners, transfer };
}

function cornersOf(gamut: Buffer): Omit<ColourSpace, 'transfer'> | null {
  const at = (index: number): Chromaticity => [
    gamut.readUInt32BE(8 * index) / 100_000,
    gamut.readUInt32BE(8 * index + 4) / 100_000,
  ];
  const corners = { white: at(0), red: at(1), green: at(2), blue: at(3) };
  const plausible = Object.values(corners).every(([x, y]) => x <= 1 && y > 0 && x + y <= 1);
  return plausible ? corners : null;
}

/**
 * The same PNG with a colour profile in place of what says the same without one (`gAMA`, `cHRM`, `cICP`), which our
 * decoder ignores and browsers don't. Returns the given buffer if nothing is to be done.
 */
export function withColourProfile(png: Buffer): Buffer {
  const chunks = findColourChunks(png);
  const space = spaceOf(chunks);
  if (!space) return png;
  const isGrey = ((png[25] ?? 0) & 2) === 0;
  const pieces: Buffer[] = [];
  let copiedTo = afterHeader;
  for (const { start, end } of [...chunks.values()].toSorted((a, b) => a.start - b.start)) {
    pieces.push(png.subarray(copiedTo, start));
    copiedTo = end;
  }
  return Buffer.concat([
    ...[png.subarray(0, afterHeader), profileChunk(iccProfile(space, isGrey))],
    ...[...pieces, png.subarray(copiedTo)],
  ]);
}

function profileChunk(profile: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from('iCCPicc\0\0', 'latin1'), deflateSync(profile)]);
  const chunk = Buffer.alloc(body.length + 8);
  chunk.writeUInt32BE(body.length - 4, 0);
  body.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(body), body.length + 4);
  return chunk;
}
