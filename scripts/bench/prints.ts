import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { sharp } from '#server/platform/image.ts';
import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { findPrint } from '#shared/print/find-print.ts';
import { type Print, printSizeFor } from '#shared/print/print.ts';
import { type FramedPrint, framePrint, type PrintKind, printKinds } from './lib/framed-print.ts';
import { measure, report } from './lib/measure.ts';

const ownPictures = path.resolve(import.meta.dirname, '../../studio/pictures/masters');
/** Radians: prints are photographed slightly rotated. */
const tilt = 0.06;

/**
 * Lists the photos in a folder that are detected as prints, for manual checking, then simulates prints of the others
 * and reports how many of each kind are found and missed, and the error of the worst corner in pixels of a video.
 * `args`: the folder; by default, the pictures of our dolls.
 */
export async function run([folder = ownPictures]: readonly string[]): Promise<void> {
  const here = path.resolve(process.env.INIT_CWD ?? process.cwd(), folder);
  const names = (await readdir(here)).filter((name) => /\.(jpe?g|png|webp)$/i.test(name)).sort();
  const clean: RgbPicture[] = [];
  let time = 0;
  for (const name of names) {
    const photo = await readPicture(path.join(here, name));
    const print = await find(photo, (cost) => (time += cost));
    if (print) console.log(`taken for a print: ${name}${print.isOval ? ', oval' : ''}`);
    else clean.push(photo);
  }
  report('photos', names.length, 0);
  report('taken for prints', names.length - clean.length, 0);
  report('milliseconds to look for one', time / names.length, 1);
  for (const kind of printKinds) await measureKind(kind, clean);
}

async function measureKind(kind: PrintKind, photos: readonly RgbPicture[]): Promise<void> {
  let found = 0;
  const errors: number[] = [];
  for (const [i, photo] of photos.entries()) {
    const framed = framePrint(photo, kind, i + 1, tilt);
    const print = await find(framed.picture);
    if (!print || print.isOval !== framed.isOval) continue;
    found++;
    errors.push(worstCorner(print, framed));
  }
  errors.sort((a, b) => a - b);
  report(`${kind} found`, found, 0);
  report(`${kind} missed`, photos.length - found, 0);
  if (errors.length === 0) return;
  report(`${kind} worst corner, median`, errors[errors.length >> 1]!, 1, 'px');
  report(`${kind} worst corner, largest`, Math.max(...errors), 1, 'px');
}

async function readPicture(file: string): Promise<RgbPicture> {
  const { data, info } = await sharp(file)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: 768, height: 768, fit: 'outside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}

/** Detects it as in a camera's JPEG. */
async function find(photo: RgbPicture, onCost: (milliseconds: number) => void = () => {}) {
  const size = printSizeFor(photo);
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  const jpeg = await sharp(photo.data, { raw }).jpeg({ quality: 85 }).toBuffer();
  const data = await sharp(jpeg)
    .resize(size.width, size.height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  let print: Print | null = null;
  const { wall } = await measure(async () => {
    print = findPrint({ ...size, data });
  });
  onCost(wall);
  return print as Print | null;
}

function worstCorner(print: Print, { picture, corners }: FramedPrint): number {
  const unit = limits.video.shorterSide / Math.min(picture.width, picture.height);
  const off = (size: FrameSize) =>
    corners.map((corner, i) =>
      Math.hypot(
        (print.corners[i]!.x - corner.x) * size.width,
        (print.corners[i]!.y - corner.y) * size.height,
      ),
    );
  return Math.max(...off(picture)) * unit;
}
