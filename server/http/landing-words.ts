import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Language, languages } from '../../shared/languages.ts';
import { html } from '../platform/html.ts';
import { StartError } from '../platform/start-error.ts';
import { serverTexts } from '../platform/texts.ts';

const line = (longest: number) => z.string().trim().min(1).max(longest);

const inOneLanguage = z.strictObject({
  /** In the place of the four examples; fewer are fine, and none leaves the figures away. */
  stats: z.array(z.strictObject({ value: line(12), label: line(60) })).max(4),
  /** In the place of the three imagined letters; none leaves them away. */
  letters: z
    .array(z.strictObject({ quote: line(300), name: line(60), place: line(60) }))
    .refine(({ length }) => length === 3 || length === 0, 'three letters, or none'),
});

/** What an operator says of their Memori on its landing page. A language that is left out keeps the examples. */
const landingWordsSchema = z.partialRecord(z.enum(languages), inOneLanguage);
export type LandingWords = z.output<typeof landingWordsSchema>;

const fileName = 'landing.json';

/**
 * The operator's own words in DATA_DIR/landing.json; null where there are none: then the page shows examples. Throws
 * StartError, with one line that says where, if the file is not what it should be.
 */
export async function readLandingWords({ DATA_DIR }: { DATA_DIR: string }): Promise<LandingWords | null> {
  const file = path.join(DATA_DIR, fileName);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null) return null;
  const read = landingWordsSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new StartError(
    `${file} can't be used: ${issue?.path.join('.') || 'the whole file'}: ${issue?.message}.`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Where the page waits for words: what `ownWords` of client/src/lib/own-words.ts marks. */
const place = /<(\w+)([^>]* data-own="([\w-]+)"[^>]*)>([^<]*)/g;

/** Pure: the landing page in `language` with the operator's words in the place of the examples. */
export function withLandingWords(document: string, language: Language, words: LandingWords | null): string {
  const own = words?.[language];
  if (!own) return document;
  const { stats, letters } = own;
  const said = new Map<string, string>([['heading', serverTexts[language].landing.letters]]);
  for (const [n, { value, label }] of stats.entries()) said.set(`value-${n}`, value).set(`label-${n}`, label);
  for (const [n, { quote, name, place: from }] of letters.entries())
    said.set(`quote-${n}`, quote).set(`name-${n}`, name).set(`place-${n}`, from);
  const hidden = new Set(['examples']);
  if (stats.length === 0) hidden.add('stats');
  if (letters.length === 0) hidden.add('letters');
  for (let n = stats.length; n < 4; n += 1) hidden.add(`stat-${n}`);
  return document.replaceAll(place, (_whole, tag: string, attributes: string, name: string, text: string) => {
    const inside = said.get(name);
    return `<${tag}${attributes}${hidden.has(name) ? ' hidden' : ''}>${inside === undefined ? text : html`${inside}`.text}`;
  });
}
