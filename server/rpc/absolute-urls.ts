import type { z } from 'zod';
import { isOwnUrl } from '#shared/schemas/own-url.ts';

/** The parts of a schema's definition that this walks through. */
interface Definition {
  readonly shape?: Readonly<Record<string, z.core.$ZodType>>;
  readonly element?: z.core.$ZodType;
  readonly innerType?: z.core.$ZodType;
}

/** The same value with each path that its schema declares as a URL of this installation (`ownUrl`) made absolute. */
export function withAbsoluteUrls(schema: z.core.$ZodType, value: unknown, publicUrl: string): unknown {
  if (typeof value === 'string') return isOwnUrl(innermost(schema)) ? publicUrl + value : value;
  if (typeof value !== 'object' || value === null) return value;
  const { shape, element } = innermost(schema)._zod.def as Definition;
  if (Array.isArray(value))
    return element ? value.map((each) => withAbsoluteUrls(element, each, publicUrl)) : value;
  const entries = Object.entries(value).map(([name, each]: [string, unknown]) => {
    const field = shape?.[name];
    return [name, field ? withAbsoluteUrls(field, each, publicUrl) : each];
  });
  return Object.fromEntries(entries);
}

/** The schema inside of those that only allow nothing or a default. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const { innerType } = schema._zod.def as Definition;
  return innerType ? innermost(innerType) : schema;
}
