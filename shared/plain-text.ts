/** Control characters, and those that change the writing direction: "photo‮gpj.exe" must not pass for a JPEG. */
const invisible = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Removes unpaired surrogates, invisible characters and those that change the writing direction; normalizes to NFC. */
export function withoutInvisible(text: string, replacement = ''): string {
  return text.toWellFormed().normalize('NFC').replaceAll(invisible, replacement);
}

/** Turns a text into a single line without surrounding spaces. May be empty. */
export function plainLine(text: string): string {
  return withoutInvisible(text, ' ').replaceAll(/\s+/gu, ' ').trim();
}

/** Turns a text into lines, with at most one empty line between them and without surrounding spaces. May be empty. */
export function plainText(text: string): string {
  const lines = text.split(/\r\n?|[\n\u2028\u2029]/).map(plainLine);
  return lines
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}
