import { open } from 'node:fs/promises';

/** An entry of a font's table directory, or of its table of encodings. */
const entry = { directory: 16, encoding: 8 } as const;

/**
 * The code points that a TrueType font has glyphs for: those of its Unicode character maps in formats 4 and 12
 * (ISO/IEC 14496-22, `cmap`). Reads nothing else of the file. Throws if the file has no such map.
 */
export async function readCharacters(file: string): Promise<ReadonlySet<number>> {
  const handle = await open(file);
  try {
    const read = async (position: number, length: number): Promise<DataView> => {
      const { buffer } = await handle.read({ buffer: Buffer.alloc(length), position });
      return new DataView(buffer.buffer, buffer.byteOffset, length);
    };
    const tables = (await read(0, 12)).getUint16(4);
    const directory = await read(12, tables * entry.directory);
    const places = Array.from({ length: tables }, (_, i) => i * entry.directory);
    const place = places.find((at) => directory.getUint32(at) === 0x636d6170);
    if (place === undefined) throw new Error(`${file} has no cmap`);
    return charactersOf(await read(directory.getUint32(place + 8), directory.getUint32(place + 12)));
  } finally {
    await handle.close();
  }
}

function charactersOf(cmap: DataView): Set<number> {
  const characters = new Set<number>();
  for (let i = 0; i < cmap.getUint16(2); i++) {
    const start = cmap.getUint32(4 + i * entry.encoding + 4);
    const format = cmap.getUint16(start);
    if (format === 4) addSegments(characters, cmap, start);
    if (format === 12) addGroups(characters, cmap, start);
  }
  return characters;
}

/** Format 4: segments of the basic plane. Glyph 0 is the box that stands for a missing character. */
function addSegments(characters: Set<number>, cmap: DataView, start: number): void {
  const length = cmap.getUint16(start + 6);
  for (let at = 0; at < length; at += 2) {
    const last = cmap.getUint16(start + 14 + at);
    const first = cmap.getUint16(start + 16 + length + at);
    const delta = start + 16 + 2 * length + at;
    const rangeOffset = cmap.getUint16(delta + length);
    for (let code = first; code <= last && code < 0xffff; code++) {
      const glyph =
        rangeOffset === 0
          ? (code + cmap.getUint16(delta)) & 0xffff
          : cmap.getUint16(delta + length + rangeOffset + 2 * (code - first));
      if (glyph !== 0) characters.add(code);
    }
  }
}

/** Format 12: groups of any plane. */
function addGroups(characters: Set<number>, cmap: DataView, start: number): void {
  for (let i = 0; i < cmap.getUint32(start + 12); i++) {
    const group = start + 16 + 12 * i;
    for (let code = cmap.getUint32(group); code <= cmap.getUint32(group + 4); code++) characters.add(code);
  }
}
