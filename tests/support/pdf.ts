import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const millimetres = (points: number) => (points / 72) * 25.4;

/** A PDF's contents as seen by its readers. */
export async function openPdf(bytes: Uint8Array) {
  const pdf = await getDocument({ data: Uint8Array.from(bytes), verbosity: 0 }).promise;
  return {
    pages: pdf.numPages,
    async page(number: number) {
      const page = await pdf.getPage(number);
      const { items } = await page.getTextContent();
      const texts = items.filter((item) => 'str' in item);
      const { width, height } = page.getViewport({ scale: 1 });
      return {
        millimetres: [Math.round(millimetres(width)), Math.round(millimetres(height))],
        /** All its text, in the order in which it was written. */
        text: texts
          .map(({ str, hasEOL }) => str + (hasEOL ? ' ' : ''))
          .join('')
          .replaceAll(/\s+/g, ' '),
        /** The right edge of the text, in millimetres. */
        right: millimetres(Math.max(...texts.map(({ transform, width }) => Number(transform[4]) + width))),
        /** Renders the upper left cell of a grid of this many columns and rows, at this many dots per inch: RGBA. */
        async pixels(dotsPerInch: number, [columns, rows]: readonly [number, number] = [1, 1]) {
          const viewport = page.getViewport({ scale: dotsPerInch / 72 });
          const canvas = createCanvas(Math.ceil(viewport.width), Math.ceil(viewport.height));
          await page.render({ canvas: canvas as never, viewport }).promise;
          const context = canvas.getContext('2d');
          const width = Math.floor(canvas.width / columns);
          const height = Math.floor(canvas.height / rows);
          return { data: context.getImageData(0, 0, width, height).data, width, height };
        },
      };
    },
  };
}

/** Decodes a QR code in pixels; null if there is no readable one. */
export function readCode({
  data,
  width,
  height,
}: {
  data: Uint8ClampedArray;
  width: number;
  height: number;
}) {
  return (jsQR as unknown as typeof jsQR.default)(data, width, height)?.data ?? null;
}
