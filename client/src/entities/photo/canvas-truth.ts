const cells = 8;
/** In pixels: wide enough for a stripe or noise to hit some of them. */
const cellSide = 4;
const side = cells * cellSide;

/** A colour that differs from its neighbours' in every channel. */
const colourOf = (column: number, row: number): readonly [number, number, number] => [
  (37 * column + 101 * row) % 256,
  (151 * column + 59 * row + 80) % 256,
  (83 * column + 199 * row + 160) % 256,
];

/** How far a colour may be off: some browsers convert colours back and forth. */
const tolerance = 3;

let verdict: Promise<boolean> | undefined;

/**
 * Whether what this browser reads back from a canvas is what was drawn there. Firefox's protection from fingerprinting,
 * and some extensions, put noise or stripes there instead, without a word. Never rejects.
 */
export function canvasIsTrue(): Promise<boolean> {
  return (verdict ??= examine().catch(() => false));
}

function newCanvas(): [HTMLCanvasElement, CanvasRenderingContext2D] {
  const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('There is no memory for a canvas');
  return [canvas, context];
}

/** Both ways in which pages read: the pixels, and the file made of them. */
async function examine(): Promise<boolean> {
  const [canvas, context] = newCanvas();
  for (let row = 0; row < cells; row += 1)
    for (let column = 0; column < cells; column += 1) {
      context.fillStyle = `rgb(${colourOf(column, row).join(' ')})`;
      context.fillRect(column * cellSide, row * cellSide, cellSide, cellSide);
    }
  if (!isAsDrawn(context)) return false;
  const file = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!file) return false;
  const [, again] = newCanvas();
  again.drawImage(await createImageBitmap(file), 0, 0);
  return isAsDrawn(again);
}

function isAsDrawn(context: CanvasRenderingContext2D): boolean {
  const { data } = context.getImageData(0, 0, side, side);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1) {
      const colour = colourOf(Math.floor(x / cellSide), Math.floor(y / cellSide));
      const at = 4 * (y * side + x);
      if (colour.some((value, channel) => Math.abs((data[at + channel] ?? -255) - value) > tolerance))
        return false;
    }
  return true;
}
