import { expect, test } from 'vitest';
import type { z } from 'zod';
import { sentFieldsSchema } from '#shared/schemas/box.ts';
import { batchFieldsSchema, generateFieldsSchema } from '#shared/schemas/video.ts';
import { appRouter } from './router.ts';

type Schema = z.core.$ZodType;
interface Def {
  type: string;
  shape?: Record<string, Schema>;
  element?: Schema;
  options?: Schema[];
  innerType?: Schema;
  in?: Schema;
  out?: Schema;
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

/** Every schema inside that takes a text, with its place. */
function textsIn(schema: Schema, place: string): [string, z.ZodType][] {
  const { type, shape = {}, element, options = [], innerType, in: first, out: last } = defOf(schema);
  if (type === 'string' || (first && defOf(first).type === 'string')) return [[place, schema as z.ZodType]];
  return [
    ...Object.entries(shape).map(([name, each]) => [`${place}.${name}`, each] as const),
    ...[element, innerType, first, last, ...options].map((each) => [place, each] as const),
  ].flatMap(([where, each]) => (each ? textsIn(each, where) : []));
}

const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { inputs: Schema[] } }>;
const inputs: [string, Schema][] = [
  ...Object.entries(procedures).flatMap(([path, { _def }]) =>
    _def.inputs.filter((input) => '_zod' in input).map((input): [string, Schema] => [path, input]),
  ),
  ['the form of a video', generateFieldsSchema],
  ['the form of several videos', batchFieldsSchema],
  ['the form of a box', sentFieldsSchema],
];
/** Only their hashes are kept. */
const isPassword = (place: string) => /\.(password|current)$/.test(place);
const allTexts = inputs.flatMap(([path, input]) => textsIn(input, path));
const texts = allTexts.filter(([place]) => !isPassword(place));

test('the texts of all inputs are found', () => {
  const places = texts.map(([place]) => place);
  expect(places).toEqual(
    expect.arrayContaining([
      'auth.signIn.email',
      'album.create.videoIds',
      'album.create.recipe.asMade.name',
      'purchases.withdraw.id',
      'share.set.until',
      'passkeys.add.response.response.transports',
      'the form of a video.prompt',
    ]),
  );
});

// PostgreSQL stores no NUL: a query with one fails (22021).
test.each(texts)('%s refuses or removes NUL', (_place, schema) => {
  for (const text of ['\0', 'a\0b', `cs_${'a'.repeat(20)}\0`, 'https://example.com/\0']) {
    const { data } = schema.safeParse(text);
    expect(JSON.stringify(data ?? null)).not.toContain('\\u0000');
  }
});

/** The shortest of three, in milliseconds: what else the machine does only adds to it. */
function duration(work: () => unknown): number {
  const runs = Array.from({ length: 3 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...runs);
}

// A body of 100 kB holds that many. Each mark sorts before those already there: normalizing them took seconds.
const count = 23_000;
const marks = `a${'\u0345'.repeat(count)}${'\u0334'.repeat(count)}@example.com`;
const letters = `a${'b'.repeat(2 * count)}@example.com`;

test.each(allTexts)('%s reads marks about as quickly as letters', (_place, schema) => {
  const forLetters = Math.max(
    1,
    duration(() => schema.safeParse(letters)),
  );
  expect(duration(() => schema.safeParse(marks)) / forLetters).toBeLessThan(50);
});
