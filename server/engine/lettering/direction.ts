import { createRequire } from 'node:module';
import type { Bidi } from 'bidi-js';

// Its types promise a default export, which Node.js does not find.
export const bidi = (createRequire(import.meta.url)('bidi-js') as () => Bidi)();

export type Direction = 'ltr' | 'rtl';

/** The direction in which a text is read: that of its first letter (Unicode Standard Annex 9). */
export const directionOf = (text: string): Direction =>
  bidi.getEmbeddingLevels(text).paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';
