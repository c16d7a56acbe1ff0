import { z } from 'zod';
import type { ErrorCode } from '../errors.ts';
import { code } from './code.ts';

/** How many times longer than allowed a text may be before it is tidied: written with separate marks, or padded. */
const longestForm = 4;

interface TextRule {
  /** Tidies the text, such as `plainLine`. */
  clean: (text: string) => string;
  /** The maximum length of the tidied text in UTF-16 units. */
  max: number;
  tooLong: ErrorCode;
  /** For what is no text. */
  missing?: ErrorCode;
}

/**
 * A text that somebody wrote. All such fields are made here: what is far too long is refused before anything is done with
 * it.
 */
export function writtenText({ clean, max, tooLong, missing = 'invalid_request' }: TextRule): z.ZodString {
  return z
    .string({ error: code(missing) })
    .max(max * longestForm, { error: code(tooLong), abort: true })
    .overwrite(clean)
    .max(max, code(tooLong));
}
