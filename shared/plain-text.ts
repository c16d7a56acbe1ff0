/** Control characters, and those that change the writing direction: "photo‮gpj.exe" must not pass for a JPEG. */
const invisible = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Anything that is drawn: no space, no control or formatting character, none that fonts leave blank. */
const drawn = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Marks on one letter beyond those of any language. Normalizing a run of them takes time that grows with its square, so
 * that 90 kB hold a process for seconds (UAX #15, stream-safe text).
 */
const excessMarks = /(\p{M}{30})\p{M}+/gu;

/** A text in one Unicode form, in time proportional to its length. Drops unpaired surrogates and excess marks. */
export function normalized(text: string, form: 'NFC' | 'NFD' | 'NFKC' = 'NFC'): string {
  return text.toWellFormed().replaceAll(excessMarks, '$1').normalize(form);
}

/** Removes unpaired surrogates, invisible characters and those that change the writing direction; normalizes to NFC. */
export function withoutInvisible(text: string, replacement = ''): string {
  return normalized(text).replaceAll(invisible, replacement);
}

/**
 * Turns a text into a single line without surrounding spaces. May be empty: a line on which nothing is drawn is. Joiners
 * and selectors inside others stay, which emoji and scripts need.
 */
export function plainLine(text: string): string {
  const line = withoutInvisible(text, ' ').replaceAll(/\s+/gu, ' ').trim();
  return drawn.test(line) ? line : '';
}

/** Turns a text into lines, with at most one empty line between them and without surrounding spaces. May be empty. */
export function plainText(text: string): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(plainLine);
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
