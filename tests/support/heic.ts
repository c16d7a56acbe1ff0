import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';

const run = promisify(execFile);

const u16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const u32 = (value: number) =>
  Buffer.from([value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
const box = (type: string, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts);
  return Buffer.concat([u32(8 + content.length), Buffer.from(type), content]);
};
const fullBox = (type: string, version: number, ...parts: Buffer[]) =>
  box(type, Buffer.from([version, 0, 0, 0]), ...parts);

/** The content of the first box of a type, at any depth. */
function contentOf(file: Buffer, type: string): Buffer {
  const at = file.indexOf(type);
  return file.subarray(at + 4, at - 4 + file.readUInt32BE(at - 4));
}

/** The code points of colours, or an ICC profile. */
type Colours = { primaries: number; transfer: number } | { icc: Uint8Array };

interface HeicOptions {
  colours?: Colours;
  /** A picture of the same size that stands before the photo, which stays the primary one. */
  before?: Buffer;
  /** How often the picture is to be turned by a quarter, anticlockwise, to be upright (`irot`). */
  quarterTurns?: 0 | 1 | 2 | 3;
}

/**
 * Converts a photo to a HEIC file with one HEVC picture, like those of iPhones (ISO/IEC 23008-12). Its sides must be
 * even.
 */
export async function heicOf(
  photo: Buffer,
  { colours, before, quarterTurns = 0 }: HeicOptions = {},
): Promise<Buffer> {
  const pictures = before ? [before, photo] : [photo];
  const clips: Buffer[] = [];
  for (const picture of pictures) clips.push(await encode(picture));
  const { width, height } = await sharp(photo).metadata();
  const properties = [
    fullBox('ispe', 0, u32(width), u32(height)),
    ...(colours ? [colrOf(colours)] : []),
    ...(quarterTurns ? [box('irot', Buffer.from([quarterTurns]))] : []),
  ];
  return wrap(clips, properties);
}

/** The photo as an MP4 with one HEVC picture. */
async function encode(photo: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-heic-'));
  try {
    const [from, to] = [path.join(folder, 'a.png'), path.join(folder, 'a.mp4')];
    await writeFile(from, await sharp(photo).png().toBuffer());
    const encoder = ['-c:v', 'libx265', '-x265-params', 'log-level=none', '-pix_fmt', 'yuv420p'];
    const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
    await run(ffmpeg.path, [
      '-loglevel',
      'error',
      '-i',
      from,
      '-frames:v',
      '1',
      ...encoder,
      '-tag:v',
      'hvc1',
      to,
    ]);
    return await readFile(to);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function colrOf(colours: Colours): Buffer {
  if ('icc' in colours) return box('colr', Buffer.from('prof'), Buffer.from(colours.icc));
  const { primaries, transfer } = colours;
  return box('colr', Buffer.from('nclx'), u16(primaries), u16(transfer), u16(6), Buffer.from([0]));
}

/** Items 1 to n, of which the last is the primary one; they share these properties, and have one decoder each. */
function wrap(clips: readonly Buffer[], shared: readonly Buffer[]): Buffer {
  const pictures = clips.map((clip) => contentOf(clip, 'mdat'));
  const type = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const ids = pictures.map((_, index) => index + 1);
  const info = ids.map((id) => fullBox('infe', 2, u16(id), u16(0), Buffer.from('hvc1\0')));
  const places = shared.map((_, index) => index + 1);
  const own = (id: number) => [...places, 0x80 | (shared.length + id)];
  const properties = ids.map((id) => Buffer.concat([u16(id), Buffer.from([own(id).length, ...own(id)])]));
  const meta = (at: number) => {
    let offset = at;
    const extents = pictures.map((picture, index) => {
      const extent = Buffer.concat([u16(index + 1), u16(0), u16(1), u32(offset), u32(picture.length)]);
      offset += picture.length;
      return extent;
    });
    return fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(ids.length)),
      fullBox('iinf', 0, u16(ids.length), ...info),
      box(
        'iprp',
        box('ipco', ...shared, ...clips.map((clip) => box('hvcC', contentOf(clip, 'hvcC')))),
        fullBox('ipma', 0, u32(ids.length), ...properties),
      ),
      fullBox('iloc', 0, Buffer.from([0x44, 0]), u16(ids.length), ...extents),
    );
  };
  const at = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(at), box('mdat', ...pictures)]);
}
