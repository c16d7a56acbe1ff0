// A separate file, as published by its authors: it is under the LGPL, so users must be able to replace it.
import libheif from 'libheif-js/libheif-wasm/libheif-bundle.mjs?url';
import { limits } from '../../../../shared/limits.ts';

interface HeifImage {
  get_width(): number;
  get_height(): number;
  display(into: ImageData, done: (shown: ImageData | null) => void): void;
}

/** The part of libheif-js that we use. */
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: ArrayBuffer): HeifImage[] };
}

async function jpegOf(file: File): Promise<Blob> {
  const { default: open } = (await import(/* @vite-ignore */ libheif)) as { default: () => Promise<LibHeif> };
  const { HeifDecoder } = await open();
  const [image] = new HeifDecoder().decode(await file.arrayBuffer());
  if (!image) throw new Error('There is no picture in it');
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > limits.photo.maxPixels) throw new Error('The photo has too many pixels');
  const picture = await new Promise<ImageData | null>((done) => {
    image.display(new ImageData(width, height), done);
  });
  if (!picture) throw new Error('The picture can’t be decoded');
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext('2d', { alpha: false })?.putImageData(picture, 0, 0);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 });
}

/** Answers a HEIC photo with a JPEG of it, or null if it can't be read. */
addEventListener('message', ({ data }: MessageEvent<File>) => {
  jpegOf(data).then(postMessage, () => postMessage(null));
});
