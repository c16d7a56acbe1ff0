import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type Language, languages } from '#shared/languages.ts';
import { html } from '#server/platform/texts/html.ts';
import { StartError } from '#server/platform/errors.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';

const line = (longest: number) => z.string().trim().min(1).max(longest);

const inOneLanguage = z.strictObject({
  /** Replaces the four examples; fewer are allowed, and an empty list hides the figures. */
  stats: z.array(z.strictObject({ value: line(12), label: line(60) })).max(4),
  /** Replaces the three imagined letters; an empty list hides them. */
  letters: z
    .array(z.strictObject({ quote: line(300), name: line(60), place: line(60) }))
    .refine(({ length }) => length === 3 || length === 0, 'three letters, or none'),
});

/** The operator's texts for the landing page. Languages that are missing keep the examples. */
const landingWordsSchema = z.partialRecord(z.enum(languages), inOneLanguage);
export type LandingTexts = z.output<typeof landingWordsSchema>;

const fileName = 'landing.json';

/**
 * Reads the operator's texts from DATA_DIR/landing.json; null if there is no such file: the page then shows examples.
 * Throws StartError, with a one-line description of the problem, if the file is invalid.
 */
export async function readLandingTexts({ DATA_DIR }: { DATA_DIR: string }): Promise<LandingTexts | null> {
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

/** The places for texts in the page, as marked by `replaceableText` of client/src/documents/landing/replaceable-text.ts. */
const place = /<(\w+)([^>]* data-own="([\w-]+)"[^>]*)>([^<]*)/g;

/** Replaces the examples on the landing page in `language` with the operator's texts. Pure. */
export function withLandingTexts(document: string, language: Language, words: LandingTexts | null): string {
  const own = words?.[language];
  if (!own) return document;
  const { stats, letters } = own;
  const texts = new Map<string, string>([['heading', serverTexts[language].landing.letters]]);
  for (const [n, { value, label }] of stats.entries())
    texts.set(`value-${n}`, value).set(`label-${n}`, label);
  for (const [n, { quote, name, place: from }] of letters.entries())
    texts.set(`quote-${n}`, quote).set(`name-${n}`, name).set(`place-${n}`, from);
  const hidden = new Set(['examples']);
  if (stats.length === 0) hidden.add('stats');
  if (letters.length === 0) hidden.add('letters');
  for (let n = stats.length; n < 4; n += 1) hidden.add(`stat-${n}`);
  return document.replaceAll(place, (_whole, tag: string, attributes: string, name: string, text: string) => {
    const inside = texts.get(name);
    return `<${tag}${attributes}${hidden.has(name) ? ' hidden' : ''}>${inside === undefined ? text : html`${inside}`.text}`;
  });
}
