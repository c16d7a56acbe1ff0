import { type Html, html } from '#server/platform/texts/html.ts';

/** The subset of JSON Schema that zod produces. */
interface Schema {
  type?: string;
  description?: string;
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  contentMediaType?: string;
}

function range(least: number | undefined, most: number | undefined, unit = ''): string {
  if (most === undefined || most >= Number.MAX_SAFE_INTEGER)
    return least === undefined || least <= Number.MIN_SAFE_INTEGER ? '' : `, at least ${least}${unit}`;
  return least === undefined || least <= 0 ? `, at most ${most}${unit}` : `, ${least} to ${most}${unit}`;
}

/** A textual description of a field's type. */
function kindOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.anyOf) return schema.anyOf.map(kindOf).join(' or ');
  if (schema.contentMediaType) return 'a file';
  switch (schema.type) {
    case 'string':
      return `string${range(schema.minLength, schema.maxLength, ' characters')}`;
    case 'integer':
    case 'number':
      return schema.type + range(schema.minimum, schema.maximum);
    case 'array':
      return `list${range(schema.minItems, schema.maxItems)} of ${kindOf(schema.items ?? {})}`;
    case undefined:
      return 'any value';
    default:
      return schema.type;
  }
}

function entry(name: string, schema: Schema, isRequired: boolean): Html {
  const fallback = schema.default === undefined ? '' : `; ${JSON.stringify(schema.default)} by default`;
  const kind = `${kindOf(schema)}${fallback}${!isRequired && !fallback ? '; optional' : ''}`;
  return html`<dt><code>${name}</code></dt>
<dd><small>${kind}</small>${schema.description !== undefined && html`<br>${prose(schema.description)}`}</dd>`;
}

/** The fields of one object that another lacks or defines differently. */
export function fieldsBeside(schema: object, other: object): object {
  const known = (other as Schema).properties ?? {};
  const properties = Object.entries((schema as Schema).properties ?? {}).filter(
    ([name, each]) => JSON.stringify(each) !== JSON.stringify(known[name]),
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The fields of a body or an response, or of its items if it is a list; null if there are none. */
export function fieldsOf(schema: object, io: 'sent' | 'answered'): Html | null {
  const { type, items, properties, required = [] } = schema as Schema;
  if (type === 'array' && items) return fieldsOf(items, io);
  const entries = Object.entries(properties ?? {});
  if (entries.length === 0) return null;
  return html`<dl class="fields">${entries.map(([name, each]) =>
    // In an response, a field with a default is always present.
    entry(name, io === 'sent' ? each : { ...each, default: undefined }, required.includes(name)),
  )}</dl>`;
}

/** Formats `code` in the texts of operations and schemas. */
export function prose(text: string): Html {
  const [first = '', ...rest] = text.split('`');
  return html`${first}${rest.map((part, i) => (i % 2 === 0 ? html`<code>${part}</code>` : html`${part}`))}`;
}
