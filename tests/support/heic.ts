import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { findFfmpeg } from '../../server/engine/ffmpeg/ffmpeg.ts';

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

/**
 * Converts a photo to a HEIC file with one HEVC picture, like those of iPhones (ISO/IEC 23008-12). Its sides must be
 * even.
 */
export async function heicOf(photo: Buffer): Promise<Buffer> {
  const { width, height } = await sharp(photo).metadata();
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
    const clip = await readFile(to);
    return wrap(contentOf(clip, 'hvcC'), contentOf(clip, 'mdat'), width, height);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function wrap(config: Buffer, picture: Buffer, width: number, height: number): Buffer {
  const type = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'));
  const meta = (at: number) =>
    fullBox(
      'meta',
      0,
      fullBox('hdlr', 0, u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      fullBox('pitm', 0, u16(1)),
      fullBox('iinf', 0, u16(1), fullBox('infe', 2, u16(1), u16(0), Buffer.from('hvc1\0'))),
      box(
        'iprp',
        box('ipco', box('hvcC', config), fullBox('ispe', 0, u32(width), u32(height))),
        fullBox('ipma', 0, u32(1), u16(1), Buffer.from([2, 0x81, 2])),
      ),
      fullBox(
        'iloc',
        0,
        Buffer.from([0x44, 0]),
        u16(1),
        u16(1),
        u16(0),
        u16(1),
        u32(at),
        u32(picture.length),
      ),
    );
  const at = type.length + meta(0).length + 8;
  return Buffer.concat([type, meta(at), box('mdat', picture)]);
}
