import fc from 'fast-check';
import { operations } from '#server/transport/rest/operations.ts';
import type { Operation } from '#server/transport/rest/operation.ts';
import { appRouter } from '#server/transport/trpc/router.ts';
import type { Answer, Call, Contract } from './contract.ts';

/** The subset of JSON Schema that zod generates. */
interface Schema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** Texts as written by users and attackers: all of Unicode, NUL, and text with a meaning somewhere. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '../..',
    "'; --",
    '\u202e',
    '%00',
    '{"a":1}',
    'null',
    '1e999',
    '\ud83d\ude00',
  ),
  fc.stringMatching(/^[a-z2-7]{32}$/),
  fc.integer({ min: 1, max: 3000 }).map((length) => 'x'.repeat(length)),
);

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf));
  switch (schema.type) {
    case 'string':
      return text;
    case 'integer':
    case 'number':
      return fc.oneof(fc.integer(), fc.double());
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(schema.items ? valueOf(schema.items) : fc.jsonValue(), { maxLength: 60 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, each]) => [name, valueOf(each)]),
        ),
        { requiredKeys: [] },
      );
    case undefined:
    default:
      return fc.jsonValue();
  }
}

/** Mostly values that match the schema. */
const valueOf = (schema: Schema): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 5, arbitrary: fitting(schema) }, { weight: 1, arbitrary: fc.jsonValue() });

/** Path segments that remain one segment: in a URL, an empty segment or one of only dots changes the path. */
const pathPart = text
  .filter((part) => !/^\.*$/.test(part))
  .map(encodeURIComponent)
  .filter((part) => part.length < 4000);

/** The caller's network. */
const place = fc.nat(999);

type Caller = 'nobody' | 'owner' | 'token';
interface FuzzedCall extends Call {
  id: string;
  caller: Caller;
  place: number;
}

function formOf(fields: Record<string, string>, image: Uint8Array<ArrayBuffer> | null): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (image) form.append('image', new File([image], 'photo.jpg'));
  return form;
}

function bodyOf({ body }: Operation): fc.Arbitrary<unknown> {
  if (!body) return fc.constant(undefined);
  if (body.type === 'application/json')
    return fc.oneof(
      { weight: 9, arbitrary: valueOf(body.schema as Schema) },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
    );
  const names = Object.keys((body.schema as Schema).properties ?? {});
  const forms: fc.Arbitrary<unknown> = fc
    .tuple(
      fc.dictionary(fc.oneof(fc.constantFrom(...names), fc.string({ minLength: 1 })), text, { maxKeys: 4 }),
      fc.option(fc.uint8Array({ maxLength: 300 })),
    )
    .map(([fields, image]) => formOf(fields, image && Uint8Array.from(image)));
  return body.json ? fc.oneof(forms, valueOf(body.json as Schema)) : forms;
}

function callOf(operation: Operation): fc.Arbitrary<FuzzedCall> {
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const query = Object.fromEntries(Object.keys(operation.query ?? {}).map((name) => [name, text]));
  // It would end the session for all later calls.
  const callers: Caller[] = operation.id === 'signOut' ? ['nobody', 'token'] : ['nobody', 'owner', 'token'];
  return fc.record({
    id: fc.constant(operation.id),
    caller: fc.constantFrom(...callers),
    place,
    params: fc.record(Object.fromEntries(names.map((name) => [name, pathPart]))),
    query: fc.record(query, { requiredKeys: [] }) as fc.Arbitrary<Record<string, string>>,
    body: bodyOf(operation),
  });
}

export interface FuzzTarget {
  contract: Contract;
  url: string;
  /** Headers that identify the caller, and one of 1,000 networks: most calls must get past the rate limits. */
  headersOf(caller: Caller, place: number): Record<string, string>;
}

interface FuzzOptions {
  seed: number;
  runs: number;
}

/**
 * Throws, with the call and the seed, if a call generated from the document gets a 5xx, or an undocumented response.
 */
export async function fuzzRest(target: FuzzTarget, { seed, runs }: FuzzOptions) {
  const calls = fc.oneof(...operations.map(callOf));
  const property = fc.asyncProperty(calls, async ({ id, caller, place: from, ...call }) => {
    const headers = target.headersOf(caller, from);
    const answer: Answer = await target.contract.call(id, { ...call, headers });
    expectNoFault(answer.status);
  });
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
}

/** The same for tRPC procedures, with arbitrary bodies: no 5xx. */
export async function fuzzTrpc(target: FuzzTarget, { seed, runs }: FuzzOptions) {
  const procedures = Object.entries(
    appRouter._def.procedures as unknown as Record<string, { _def: { type: string } }>,
  )
    .map(([path, { _def }]) => ({ path, type: _def.type }))
    .filter(({ path, type }) => type !== 'subscription' && path !== 'auth.signOut');
  const keys = [
    'id',
    'taskId',
    'mergeId',
    'name',
    'email',
    'password',
    'token',
    'language',
    'limit',
    'videoIds',
  ];
  const body = fc.oneof(
    fc.dictionary(fc.constantFrom(...keys), fc.oneof(text, fc.jsonValue()), { maxKeys: 5 }),
    fc.jsonValue(),
  );
  const calls = fc.record({
    procedure: fc.constantFrom(...procedures),
    caller: fc.constantFrom<Caller>('nobody', 'owner', 'token'),
    place,
    body,
  });
  const property = fc.asyncProperty(
    calls,
    async ({ procedure: { path, type }, caller, place: from, body: input }) => {
      const headers = { 'content-type': 'application/json', ...target.headersOf(caller, from) };
      const address = `${target.url}/api/trpc/${path}`;
      const response = await (type === 'query'
        ? fetch(`${address}?${new URLSearchParams({ input: JSON.stringify(input) })}`, { headers })
        : fetch(address, { method: 'POST', headers, body: JSON.stringify(input) }));
      await response.arrayBuffer();
      expectNoFault(response.status);
    },
  );
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
}

function expectNoFault(status: number): void {
  if (status >= 500) throw new Error(`It answered ${status}`);
}
