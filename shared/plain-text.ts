/** Control characters, and those that reverse the direction of writing: "photo‮gpj.exe" must not pass for a JPEG. */
const invisible = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** A text without halves of characters, without what can't be seen and without what turns the writing around; in NFC. */
export function withoutInvisible(text: string, replacement = ''): string {
  return text.toWellFormed().normalize('NFC').replaceAll(invisible, replacement);
}

/** A text as it may stand on one line, without spaces at its ends. May be empty. */
export function plainLine(text: string): string {
  return withoutInvisible(text, ' ').replaceAll(/\s+/gu, ' ').trim();
}
