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
}
const defOf = (schema: Schema) => schema._zod.def as unknown as Def;

/** Every schema inside that takes a text, with its place. */
function textsIn(schema: Schema, place: string): [string, z.ZodType][] {
  const { type, shape = {}, element, options = [], innerType, in: first } = defOf(schema);
  if (type === 'string' || (first && defOf(first).type === 'string')) return [[place, schema as z.ZodType]];
  return [
    ...Object.entries(shape).map(([name, each]) => [`${place}.${name}`, each] as const),
    ...[element, innerType, first, ...options].map((each) => [place, each] as const),
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
const texts = inputs.flatMap(([path, input]) => textsIn(input, path)).filter(([place]) => !isPassword(place));

test('the texts of all inputs are found', () => {
  const places = texts.map(([place]) => place);
  expect(places).toEqual(
    expect.arrayContaining([
      'auth.signIn.email',
      'album.create.videoIds',
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
