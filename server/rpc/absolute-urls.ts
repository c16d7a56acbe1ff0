import type { z } from 'zod';
import { isOwnUrl } from '#shared/schemas/own-url.ts';

/** The parts of a schema's definition that this walks through. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
}

type Rewrite = (value: unknown, publicUrl: string) => unknown;

/** By schema; null if its values hold no URL of this installation. */
const known = new WeakMap<z.core.$ZodType, Rewrite | null>();

/** The same value with each path that its schema declares as a URL of this installation (`ownUrl`) made absolute. */
export function withAbsoluteUrls(schema: z.core.$ZodType, value: unknown, publicUrl: string): unknown {
  return rewriteOf(schema)?.(value, publicUrl) ?? value;
}

function rewriteOf(schema: z.core.$ZodType): Rewrite | null {
  const before = known.get(schema);
  if (before !== undefined) return before;
  const rewrite = compile(innermost(schema));
  known.set(schema, rewrite);
  return rewrite;
}

function compile(schema: z.core.$ZodType): Rewrite | null {
  if (isOwnUrl(schema)) return (value, publicUrl) => (typeof value === 'string' ? publicUrl + value : value);
  const { shape = {}, element } = schema._zod.def as Definition;
  const each = element ? rewriteOf(element) : null;
  if (each)
    return (values, publicUrl) =>
      Array.isArray(values) ? values.map((value) => each(value, publicUrl)) : values;
  const fields = Object.entries(shape).flatMap(([name, field]) => {
    const rewrite = rewriteOf(field);
    return rewrite ? [[name, rewrite] as const] : [];
  });
  return fields.length === 0 ? null : (value, publicUrl) => rewriteFields(fields, value, publicUrl);
}

function rewriteFields(
  fields: readonly (readonly [name: string, rewrite: Rewrite])[],
  value: unknown,
  publicUrl: string,
): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const copy: Record<string, unknown> = { ...value };
  for (const [name, rewrite] of fields) if (name in copy) copy[name] = rewrite(copy[name], publicUrl);
  return copy;
}

/** The schema inside of those that only allow nothing or a default. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = schema._zod.def as Definition;
  return innerType ? innermost(innerType) : schema;
}
