type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];
/** CIE 1931 x and y. */
export type Chromaticity = readonly [x: number, y: number];

/** How encoded values become light: a power, or the parameters of ICC.1:2022's parametric curve of type 3. */
export type Transfer = number | readonly [g: number, a: number, b: number, c: number, d: number];

/** Where a colour space's primaries and its white are. */
export interface Corners {
  readonly red: Chromaticity;
  readonly green: Chromaticity;
  readonly blue: Chromaticity;
  readonly white: Chromaticity;
}

export interface ColourSpace extends Corners {
  readonly transfer: Transfer;
}

const d65: Chromaticity = [0.3127, 0.329];
const bt709 = { red: [0.64, 0.33], green: [0.3, 0.6], blue: [0.15, 0.06], white: d65 } as const;
const srgbTransfer = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const;

export const srgb: ColourSpace = { ...bt709, transfer: srgbTransfer };

/** By their code points: ITU-T H.273, table 2. */
const primaries: Record<number, Corners> = {
  1: bt709,
  5: { red: [0.64, 0.33], green: [0.29, 0.6], blue: [0.15, 0.06], white: d65 },
  6: { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 },
  7: { red: [0.63, 0.34], green: [0.31, 0.595], blue: [0.155, 0.07], white: d65 },
  9: { red: [0.708, 0.292], green: [0.17, 0.797], blue: [0.131, 0.046], white: d65 },
  11: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: [0.314, 0.351] },
  12: { red: [0.68, 0.32], green: [0.265, 0.69], blue: [0.15, 0.06], white: d65 },
};

/** ITU-R BT.1886: how screens show what cameras encode by BT.709, BT.601 or BT.2020, and browsers as well. */
const screenTransfer = 2.4;

/** By their code points: ITU-T H.273, table 3. Without those of HDR (`hdr.ts`), which have no fixed white. */
const transfers: Record<number, Transfer> = {
  1: screenTransfer,
  6: screenTransfer,
  14: screenTransfer,
  15: screenTransfer,
  4: 2.2,
  5: 2.8,
  8: 1,
  13: srgbTransfer,
};

/** The corners of the colours with this code point; null if it is unknown. */
export const primariesOf = (code: number): Corners | null => primaries[code] ?? null;

/** The colour space with these code points; null if it is unknown. */
export function colourSpaceOf(primariesCode: number, transferCode: number): ColourSpace | null {
  const [gamut, transfer] = [primaries[primariesCode], transfers[transferCode]];
  return gamut && transfer !== undefined ? { ...gamut, transfer } : null;
}

/** An ICC profile (ICC.1:2022) of a colour space, for pictures of three channels, or of one if `grey`. */
export function iccProfile(space: ColourSpace, grey = false): Uint8Array {
  const curve = curveTag(space.transfer);
  const xyz = toD50(space);
  const column = (index: 0 | 1 | 2) => xyzTag(xyz.map((row) => row[index]));
  const colours: [string, Uint8Array][] = grey
    ? [['kTRC', curve]]
    : [
        ...[['rXYZ', column(0)] as const, ['gXYZ', column(1)] as const, ['bXYZ', column(2)] as const],
        ...[['rTRC', curve] as const, ['gTRC', curve] as const, ['bTRC', curve] as const],
      ].map(([name, data]): [string, Uint8Array] => [name, data]);
  return assemble(grey ? 'GRAY' : 'RGB ', [
    ['desc', textTag('Memori')],
    ['cprt', textTag('No copyright')],
    ['wtpt', xyzTag(d50)],
    ...colours,
  ]);
}

/** ICC.1:2022, 7.2.16. */
const d50: Triple = [0.9642, 1, 0.8249];

const bradford: Matrix = [
  [0.8951, 0.2664, -0.1614],
  [-0.7502, 1.7135, 0.0367],
  [0.0389, -0.0685, 1.0296],
];

const apply = (matrix: Matrix, [x, y, z]: Triple): Triple =>
  matrix.map((row) => row[0] * x + row[1] * y + row[2] * z) as unknown as Triple;

const transpose = (matrix: Matrix): Matrix =>
  [0, 1, 2].map((index) => matrix.map((row) => row[index])) as unknown as Matrix;

/** `left` times `right`. */
const multiply = (left: Matrix, right: Matrix): Matrix =>
  transpose(transpose(right).map((column) => apply(left, column)) as unknown as Matrix);

function invert(matrix: Matrix): Matrix {
  const [[a, b, c], [d, e, f], [g, h, i]] = matrix;
  const determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
  const adjugate: Matrix = [
    [e * i - f * h, c * h - b * i, b * f - c * e],
    [f * g - d * i, a * i - c * g, c * d - a * f],
    [d * h - e * g, b * g - a * h, a * e - b * d],
  ];
  return adjugate.map((row) => row.map((value) => value / determinant)) as unknown as Matrix;
}

const scaled = (by: Triple): Matrix => [
  [by[0], 0, 0],
  [0, by[1], 0],
  [0, 0, by[2]],
];

const xyzOf = ([x, y]: Chromaticity): Triple => [x / y, 1, (1 - x - y) / y];

/** Linear RGB to XYZ: SMPTE RP 177. */
function toXyz({ red, green, blue, white }: Corners): Matrix {
  const columns = transpose([xyzOf(red), xyzOf(green), xyzOf(blue)]);
  return multiply(columns, scaled(apply(invert(columns), xyzOf(white))));
}

/** Linear RGB to XYZ, adapted to D50: ICC.1:2022, annex E. */
function toD50(corners: Corners): Matrix {
  const [from, to] = [apply(bradford, xyzOf(corners.white)), apply(bradford, d50)];
  const gain = scaled([to[0] / from[0], to[1] / from[1], to[2] / from[2]]);
  return multiply(multiply(invert(bradford), multiply(gain, bradford)), toXyz(corners));
}

/** From the linear values of one colour space to those of another, white to white. */
export const linearBetween = (from: Corners, to: Corners): Matrix => multiply(invert(toD50(to)), toD50(from));

/** How much each primary adds to the brightness. */
export const luminanceOf = (corners: Corners): Triple => toXyz(corners)[1];

const ascii = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function tag(type: string, length: number, write: (view: DataView) => void): Uint8Array {
  const bytes = new Uint8Array(8 + length);
  bytes.set(ascii(type));
  write(new DataView(bytes.buffer, 8));
  return bytes;
}

/** An s15Fixed16Number. */
const fixed = (value: number) => Math.round(value * 65_536);

const numbers = (type: string, values: readonly number[]) =>
  tag(type, 4 * values.length, (view) => {
    for (const [index, value] of values.entries()) view.setInt32(4 * index, fixed(value));
  });

const xyzTag = (values: readonly number[]) => numbers('XYZ ', values);

function curveTag(transfer: Transfer): Uint8Array {
  const parameters = typeof transfer === 'number' ? [transfer] : transfer;
  const curve = numbers('para', [0, ...parameters]);
  new DataView(curve.buffer).setUint16(8, parameters.length === 1 ? 0 : 3);
  return curve;
}

/** A multiLocalizedUnicodeType with one text. */
const textTag = (text: string) =>
  tag('mluc', 20 + 2 * text.length, (view) => {
    view.setUint32(0, 1);
    view.setUint32(4, 12);
    view.setUint32(8, 0x656e_5553);
    view.setUint32(12, 2 * text.length);
    view.setUint32(16, 28);
    for (let index = 0; index < text.length; index += 1)
      view.setUint16(20 + 2 * index, text.charCodeAt(index));
  });

const headerBytes = 128;

function assemble(space: string, tags: readonly (readonly [string, Uint8Array])[]): Uint8Array {
  const start = headerBytes + 4 + 12 * tags.length;
  const padded = (length: number) => Math.ceil(length / 4) * 4;
  const whole = start + tags.reduce((sum, [, data]) => sum + padded(data.length), 0);
  const profile = new Uint8Array(whole);
  const view = new DataView(profile.buffer);
  view.setUint32(0, whole);
  view.setUint32(8, 0x0430_0000);
  profile.set(ascii(`mntr${space}XYZ `), 12);
  profile.set(ascii('acsp'), 36);
  for (const [index, value] of d50.entries()) view.setInt32(68 + 4 * index, fixed(value));
  view.setUint32(headerBytes, tags.length);
  let at = start;
  for (const [index, [name, data]] of tags.entries()) {
    const entry = headerBytes + 4 + 12 * index;
    profile.set(ascii(name), entry);
    view.setUint32(entry + 4, at);
    view.setUint32(entry + 8, data.length);
    profile.set(data, at);
    at += padded(data.length);
  }
  return profile;
}
