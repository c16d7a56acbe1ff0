/** A part of a text that stays on one line. */
export interface Piece {
  readonly text: string;
  /** Whether a space parts it from the piece before it, if both are on one line. */
  readonly spaced: boolean;
}

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** What is written without spaces between words. */
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Extended_Pictographic}\\p{Regional_Indicator}]';
const startsUnspaced = new RegExp(`^${unspaced}`, 'u');
/** Closing punctuation and signs that lengthen or modify belong to what they follow. */
const endsUnspaced = new RegExp(
  `${unspaced}[\\p{Pe}\\p{Pf}\\p{Po}\\p{M}\\u30fc\\ufe0f\\u{1f3fb}-\\u{1f3ff}]*$`,
  'u',
);
const endsInHyphen = /\p{L}[-‐–—/]$/u;

/** Where a line may end: at spaces, after hyphens, and between the words of scripts that have no spaces. */
export function piecesOf(text: string): Piece[] {
  return text.split(' ').flatMap((word) => {
    const parts: string[] = [];
    for (const { segment } of words.segment(word)) {
      const last = parts.at(-1);
      const breaks =
        last !== undefined &&
        ((endsUnspaced.test(last) && startsUnspaced.test(segment)) ||
          (endsInHyphen.test(last) && /^\p{L}/u.test(segment)));
      if (last === undefined || breaks) parts.push(segment);
      else parts[parts.length - 1] = last + segment;
    }
    return parts.map((part, i): Piece => ({ text: part, spaced: i === 0 }));
  });
}

/** A piece and its width, in any unit. */
export interface MeasuredPiece extends Piece {
  readonly width: number;
}

/** The text of a line, and its width in the pieces' unit. */
export interface Line {
  readonly text: string;
  readonly width: number;
}

/**
 * Breaks pieces into exactly `count` lines whose widths differ as little as possible. There must be as many pieces.
 * Knuth and Plass's idea, with the square of a line's width as its badness.
 */
export function balancedLines(pieces: readonly MeasuredPiece[], count: number, space: number): Line[] {
  const total = pieces.length;
  let end = 0;
  const ends = [0, ...pieces.map(({ width, spaced }) => (end += width + (spaced ? space : 0)))];
  const widthOf = (from: number, to: number): number =>
    ends[to]! - ends[from]! - (pieces[from]!.spaced ? space : 0);

  /** For each number of pieces, the least badness of that many in `row + 1` lines, and where the last line starts. */
  let costs = Array.from({ length: total + 1 }, (_, to) => (to === 0 ? Infinity : widthOf(0, to) ** 2));
  const starts: number[][] = [];
  for (let row = 1; row < count; row++) {
    const next = Array.from({ length: total + 1 }, () => Infinity);
    const from = Array.from({ length: total + 1 }, () => 0);
    for (let to = row + 1; to <= total; to++)
      for (let start = row; start < to; start++) {
        const cost = costs[start]! + widthOf(start, to) ** 2;
        if (cost < next[to]!) [next[to], from[to]] = [cost, start];
      }
    costs = next;
    starts.push(from);
  }

  const lines: Line[] = [];
  let to = total;
  for (let row = count - 1; row >= 0; row--) {
    const from = row === 0 ? 0 : starts[row - 1]![to]!;
    const text = pieces
      .slice(from, to)
      .map((piece, i) => (i > 0 && piece.spaced ? ` ${piece.text}` : piece.text));
    lines.unshift({ text: text.join(''), width: widthOf(from, to) });
    to = from;
  }
  return lines;
}
