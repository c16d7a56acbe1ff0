import { createCanvas } from '@napi-rs/canvas';
import jsQR from 'jsqr';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';

const millimetres = (points: number) => (points / 72) * 25.4;

/** A PDF as its readers see it. */
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
        /** All its words, in the order in which they were written. */
        text: texts
          .map(({ str, hasEOL }) => str + (hasEOL ? ' ' : ''))
          .join('')
          .replaceAll(/\s+/g, ' '),
        /** Where the words end that reach farthest to the right, in millimetres. */
        right: millimetres(Math.max(...texts.map(({ transform, width }) => Number(transform[4]) + width))),
        /** Its upper left, one of so many columns and rows, as it is printed, at so many dots an inch: RGBA. */
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

/** What a code among pixels says; null where there is none that can be read. */
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
