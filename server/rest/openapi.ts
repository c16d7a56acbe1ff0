import { errorCatalogue } from '../../shared/errors.ts';
import { examplePart } from '../rpc/example-ids.ts';
import { isRepeatable } from './document/errors.ts';
import { responsesOf } from './document/responses.ts';
import { webhookPaths } from './document/webhook-events.ts';
import { programLimits } from '../../shared/program-limits.ts';
import type { Tag } from '../rpc/meta.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { maxWaitSeconds } from './wait.ts';

/** The document's sections with their descriptions. */
export const tags: Record<Tag, string> = {
  'Sign-in': 'Accounts are opened, and people sign in and out.',
  Account: 'What people do to their account; not for programs.',
  Videos: 'From a photo to its video.',
  Albums: 'Several videos as one film.',
  Media: 'The files, for whoever knows their address.',
  Credits: 'What videos cost.',
  Tokens: 'What programs sign their calls with; not for programs.',
  Webhooks: 'Messages to programs.',
};

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A name for this request. For 24 hours a repetition with the same content gets the first answer again, with `Idempotent-Replayed: true`.',
  schema: {
    ...{ type: 'string', pattern: '^[ -~]+$' },
    ...{ minLength: 1, maxLength: programLimits.idempotency.maxKeyLength },
  },
};

const preferParameter = {
  name: 'Prefer',
  in: 'header',
  description: `\`wait=N\` answers when the job has ended, or after N seconds, at most ${maxWaitSeconds} (RFC 7240).`,
  schema: { type: 'string', maxLength: 200 },
  example: 'wait=30',
};

function parameters(operation: Operation): object[] {
  const { path, query = {} } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true, schema: { type: 'string' }, example: examplePart(name) },
  }));
  const inQuery = Object.entries(query).map(([name, about]) => ({
    ...{ name, in: 'query', ...about, schema: { type: 'string' } },
  }));
  return [
    ...inPath,
    ...inQuery,
    ...(isRepeatable(operation) ? [keyParameter] : []),
    ...(operation.waits ? [preferParameter] : []),
  ];
}

/** Who may call: anybody, a session, or a token with the scope. */
const securityOf = ({ signedIn, scope }: Operation): object[] =>
  signedIn ? [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])] : [];

const contentOf = ({ type, schema, example, json: inPlace }: NonNullable<Operation['body']>): object => ({
  [type]: { schema, ...(example && { example }) },
  ...(inPlace ? { 'application/json': { schema: inPlace } } : {}),
});

function describe(operation: Operation): object {
  const { id, tag, summary, body } = operation;
  return {
    ...{ operationId: id, tags: [tag], summary, security: securityOf(operation) },
    parameters: parameters(operation),
    ...(body ? { requestBody: { required: true, content: contentOf(body) } } : {}),
    responses: responsesOf(operation),
  };
}

const code = { type: 'string', enum: Object.keys(errorCatalogue) };
const image = { type: 'integer', minimum: 1, description: 'Of several images the one that it is about.' };
const requiresPayment = { type: 'boolean', description: 'True where credits are short.' };

const schemas = {
  Error: {
    ...{ type: 'object', required: ['error', 'code'], additionalProperties: false },
    properties: { error: { type: 'string' }, code, requiresPayment, image },
  },
  Problem: {
    ...{ type: 'object', required: ['type', 'title', 'status', 'code'], additionalProperties: false },
    description: 'An error as RFC 9457 has it, for whoever asks for it with `Accept`.',
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      ...{ title: { type: 'string' }, status: { type: 'integer' }, code, requiresPayment, image },
    },
  },
};

/** The REST API as an OpenAPI 3.1 document, generated from the operations and the schemas that validate their calls. */
export function openApiDocument(publicUrl: string, cookieName: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Memori', version: '1', summary: 'Turns photos into short animated videos.' },
      license: { name: 'Proprietary', url: `${publicUrl}/en/terms` },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookPaths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        token: { type: 'http', scheme: 'bearer', bearerFormat: 'mem_live_… or mem_test_…' },
      },
      schemas,
    },
  };
}
