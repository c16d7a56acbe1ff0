import { z } from 'zod';
import { WireError } from '../wire-error.ts';

type Path = readonly PropertyKey[];

/** `['line_items', '0', 'quantity']` in Stripe's notation: `line_items[0][quantity]`. */
function paramName(path: Path): string {
  return path.map((key, index) => (index === 0 ? String(key) : `[${String(key)}]`)).join('');
}

function at(source: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
    source,
  );
}

/** A list after form-decoding: an array, or an object with numeric keys. */
export function listOf<Item extends z.ZodType>(item: Item) {
  return z.preprocess(
    (value) => (value !== null && typeof value === 'object' ? Object.values(value) : value),
    z.array(item),
  );
}

/** An integer that form-encoding has turned into a string. */
export function wholeNumber(min: number, max = 99_999_999) {
  return z
    .string()
    .regex(/^-?\d+$/, {
      error: (issue) => `parameter_invalid_integer:Invalid integer: ${String(issue.input)}`,
    })
    .transform(Number)
    .refine(
      (value) => value >= min,
      `parameter_invalid_integer:This value must be greater than or equal to ${min}.`,
    )
    .refine(
      (value) => value <= max,
      `parameter_invalid_integer:This value must be less than or equal to ${max}.`,
    );
}

export const flag = z.enum(['true', 'false'], 'Invalid boolean').transform((text) => text === 'true');

export const metadata = z.record(
  z.string().max(40, 'Metadata keys must be at most 40 characters.'),
  z.string().max(500, 'Metadata values must be at most 500 characters.'),
);

/** An http or https address. */
export const address = z
  .string()
  .refine(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'url_invalid:Not a valid URL',
  );

/**
 * Parses `body` with `schema`. Throws a WireError for the first error, with the code and the parameter that Stripe
 * would name. A message in the schema may begin with a code and a colon.
 */
export function parseParams<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  const parsed = schema.safeParse(body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (!issue) throw new TypeError('a failure without an issue');
  if (issue.code === 'unrecognized_keys') {
    const param = paramName([...issue.path, issue.keys[0] ?? '']);
    throw new WireError(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = paramName(issue.path);
  const given = at(body, issue.path);
  if (given === undefined) {
    throw new WireError(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (given === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    throw new WireError(message, { code: 'parameter_invalid_empty', param });
  }
  const [, code, message = issue.message] = /^([a-z_]+):(.*)$/s.exec(issue.message) ?? [];
  throw new WireError(message, code ? { code, param } : { param });
}
