// A separate file, as published by its authors: it is under the LGPL, so users must be able to replace it.
import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs?url';
import { type HdrColours, toneMap } from '#shared/hdr.ts';
import { limits } from '#shared/limits.ts';
import { averagePixels } from './average-pixels.ts';
import { uploadSize } from './upload-size.ts';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(
    into: { data: Uint8ClampedArray<ArrayBuffer> },
    done: (shown: { data: Uint8ClampedArray<ArrayBuffer> } | null) => void,
  ): void;
}

/** The part of libheif-js that we use. */
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: ArrayBuffer): HeifImage[] };
}

/** A photo, and its colours if it is an HDR photo. */
export interface HeicQuestion {
  file: File;
  hdr: HdrColours | null;
}
export type HeicAnswer = { jpeg: Blob } | 'unreadable' | 'too-many-pixels';

async function jpegOf({ file, hdr }: HeicQuestion): Promise<HeicAnswer> {
  const { default: open } = (await import(/* @vite-ignore */ libheif)) as { default: () => Promise<LibHeif> };
  const { HeifDecoder } = await open();
  const images = new HeifDecoder().decode(await file.arrayBuffer());
  const image = images.find((each) => each.is_primary()) ?? images[0];
  if (!image) return 'unreadable';
  const size = { width: image.get_width(), height: image.get_height() };
  if (size.width * size.height > limits.photo.maxPixels) return 'too-many-pixels';
  const data = new Uint8ClampedArray(size.width * size.height * 4);
  const picture = await new Promise<object | null>((done) => image.display({ data }, done));
  if (!picture) return 'unreadable';
  const target = uploadSize(size) ?? size;
  const by = Math.max(1, Math.floor(Math.min(size.width / target.width, size.height / target.height)));
  const pixels = by > 1 ? averagePixels({ ...size, data }, by) : { ...size, data };
  if (hdr) toneMap(pixels.data, 4, hdr);
  const bitmap = await createImageBitmap(new ImageData(pixels.data, pixels.width, pixels.height));
  const canvas = new OffscreenCanvas(target.width, target.height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) return 'unreadable';
  context.fillStyle = '#fff';
  context.fillRect(0, 0, target.width, target.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(bitmap, 0, 0, target.width, target.height);
  return { jpeg: await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 }) };
}

/** Answers a HEIC photo with a JPEG of it, as large as it is needed, with its colours as they are in the file unless it is HDR. */
addEventListener('message', ({ data }: MessageEvent<HeicQuestion>) => {
  jpegOf(data).then(postMessage, () => postMessage('unreadable'));
});
