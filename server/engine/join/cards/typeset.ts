import { directionOf } from '#server/engine/lettering/direction.ts';
import { graphemesOf, type Lettering } from '#server/engine/lettering/lettering.ts';
import {
  balancedLines,
  type Line,
  type MeasuredPiece,
  type Piece,
  piecesOf,
} from '#server/engine/lettering/line-breaks.ts';
import { sharp } from '#server/platform/image.ts';
import { fontsAdded, markupOf } from './markup.ts';

/** What a text may take up, in pixels. */
export interface Room {
  readonly width: number;
  readonly height: number;
  /** The size of the type (the em) where the text is short, and where it is long. */
  readonly largest: number;
  readonly smallest: number;
  readonly maxLines: number;
}

/** How much of each pixel a text covers, 0 to 255, row by row, without empty rows and columns around it. */
export interface Coverage {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

/** A text in lines, and the size at which they fill their room: it may be smaller than the room's smallest. */
interface Setting {
  readonly lines: readonly Line[];
  readonly size: number;
}

/** The size at which texts are measured, in pixels: large enough for whole pixels to be exact. */
const measured = 64;
/** One more line must make the type larger than by this factor, because fewer lines are read more easily. */
const worthALine = 0.88;
/** How often a text may turn out larger than measured. */
const maxTries = 4;

/**
 * Draws a printable text, centred, on lines of about equal width, in the largest type that its room allows. A word that
 * fits in no line is broken; what doesn't fit in the smallest type ends in an ellipsis. The text must not be empty.
 */
export async function setText(lettering: Lettering, text: string, room: Room): Promise<Coverage> {
  const ruler = createRuler(lettering);
  const { lines, size } = await fit(text, room, ruler);
  // Ink may stand out of what was measured: of slanted letters, or of stacked marks.
  let scale = 1;
  for (let tries = 0; ; tries++) {
    const drawn = await draw(lettering, lines, size * scale, directionOf(text) === 'rtl');
    const excess = Math.max(drawn.width / room.width, drawn.height / room.height);
    if (excess <= 1) return drawn;
    if (tries === maxTries) throw new Error(`A text does not fit: ${drawn.width} x ${drawn.height} pixels`);
    scale *= 0.995 / excess;
  }
}

/** Measures parts of one text, each once, at the size `measured`. */
interface Ruler {
  /** How far a text takes the line on, in pixels. */
  advance(text: string): Promise<number>;
  /** The height of the ink of one line, and what each further line adds. */
  heights(text: string): Promise<{ line: number; pitch: number }>;
}

function createRuler(lettering: Lettering): Ruler {
  const advances = new Map<string, Promise<number>>();
  const between = async (text: string): Promise<number> =>
    (await draw(lettering, [{ text: `H${text}H` }], measured)).width;
  const advance = (text: string): Promise<number> => {
    const known = advances.get(text) ?? Promise.all([between(text), frame]).then(([all, bare]) => all - bare);
    advances.set(text, known);
    return known;
  };
  const frame = between('');
  return {
    advance,
    async heights(text) {
      const [one, two] = await Promise.all([
        draw(lettering, [{ text }], measured),
        draw(lettering, [{ text }, { text }], measured),
      ]);
      return { line: one.height, pitch: two.height - one.height };
    },
  };
}

/** Finds the lines and the size of a text, shortened if it must be. */
async function fit(text: string, room: Room, ruler: Ruler): Promise<Setting> {
  const whole = await arrange(text, room, ruler);
  if (whole.size >= room.smallest) return whole;
  const graphemes = graphemesOf(text);
  let [fits, tooMany] = [0, graphemes.length];
  let best: Setting = { lines: [{ text: '…', width: 0 }], size: room.smallest };
  while (tooMany - fits > 1) {
    const count = (fits + tooMany) >> 1;
    const part = await arrange(`${graphemes.slice(0, count).join('').trimEnd()}…`, room, ruler);
    if (part.size >= room.smallest) [fits, best] = [count, part];
    else tooMany = count;
  }
  return best;
}

async function arrange(text: string, room: Room, ruler: Ruler): Promise<Setting> {
  const space = await ruler.advance(' ');
  const { line, pitch } = await ruler.heights(text);
  const widest = (room.width * measured) / room.smallest;
  const pieces = (await Promise.all(piecesOf(text).map((piece) => measure(piece, widest, ruler)))).flat();
  const settings = Array.from({ length: Math.min(room.maxLines, pieces.length) }, (_, i): Setting => {
    const lines = balancedLines(pieces, i + 1, space);
    const width = Math.max(...lines.map((each) => each.width));
    const height = line + i * pitch;
    const size = Math.min(room.largest, measured * Math.min(room.width / width, room.height / height));
    return { lines, size };
  });
  const largest = Math.max(...settings.map(({ size }) => size));
  const enough = Math.max(worthALine * largest, Math.min(largest, room.smallest));
  return settings.find(({ size }) => size >= enough)!;
}

/** A piece as it is, or its characters if it is wider than a line may be in the smallest type. */
async function measure(piece: Piece, widest: number, ruler: Ruler): Promise<MeasuredPiece[]> {
  const width = await ruler.advance(piece.text);
  if (width <= widest) return [{ ...piece, width }];
  const parts = graphemesOf(piece.text).map(async (text, i) => ({
    text,
    spaced: piece.spaced && i === 0,
    width: await ruler.advance(text),
  }));
  return Promise.all(parts);
}

/** Draws lines below each other, centred. Their height and the gaps between them are those of their fonts. */
async function draw(
  { runs }: Lettering,
  lines: readonly Pick<Line, 'text'>[],
  size: number,
  fromRight = false,
): Promise<Coverage> {
  await fontsAdded();
  // Each line is a paragraph to Pango, which would take its direction from its first letter.
  const direction = fromRight ? '\u200f' : '\u200e';
  const text = lines.map((line) => markupOf(runs(`${direction}${line.text}`))).join('\n');
  const { data, info } = await sharp({
    text: { text, font: `Fraunces ${size.toFixed(2)}`, dpi: 72, align: 'centre' },
  })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, data };
}
