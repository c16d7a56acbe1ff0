import { errorCatalogue } from '#shared/errors.ts';
import { examplePart } from '#server/rpc/example-ids.ts';
import { isRepeatable } from './document/errors.ts';
import { responsesOf } from './document/responses.ts';
import { webhookPaths } from './document/webhook-events.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { Tag } from '#server/rpc/meta.ts';
import type { Operation } from './operation.ts';
import { operations } from './operations.ts';
import { maxWaitSeconds } from './wait.ts';

/** The document's sections with their descriptions. */
export const tags: Record<Tag, string> = {
  'Sign-in': 'Creating accounts, signing in and out.',
  Account: 'Managing an account. Not available with tokens.',
  Videos: 'Animating photos.',
  Albums: 'Joining videos into one film.',
  Media: 'Files, public to whoever knows their URL.',
  Credits: 'Balance and purchases.',
  Tokens: 'API tokens. Managed in a session, not with tokens.',
  Webhooks: 'Notifications to programs.',
};

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'Identifies this request. For 24 hours, a request with the same key and content returns the first response, with `Idempotent-Replayed: true`.',
  schema: {
    type: 'string',
    pattern: '^[ -~]+$',
    minLength: 1,
    maxLength: programLimits.idempotency.maxKeyLength,
  },
};

const preferParameter = {
  name: 'Prefer',
  in: 'header',
  description: `\`wait=N\` delays the response until the job has ended, or for N seconds, at most ${maxWaitSeconds} (RFC 7240).`,
  schema: { type: 'string', maxLength: 200 },
  example: 'wait=30',
};

function parameters(operation: Operation): object[] {
  const { path, query = {} } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: examplePart(name),
  }));
  const inQuery = Object.entries(query).map(([name, about]) => ({
    name,
    in: 'query',
    ...about,
    schema: { type: 'string' },
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
  // That of a form lacks its file.
  [type]: { schema, ...(example && type === 'application/json' && { example }) },
  ...(inPlace ? { 'application/json': { schema: inPlace } } : {}),
});

function describe(operation: Operation): object {
  const { id, tag, summary, body } = operation;
  return {
    operationId: id,
    tags: [tag],
    summary,
    security: securityOf(operation),
    parameters: parameters(operation),
    ...(body ? { requestBody: { required: true, content: contentOf(body) } } : {}),
    responses: responsesOf(operation),
  };
}

const code = { type: 'string', enum: Object.keys(errorCatalogue) };
const image = {
  type: 'integer',
  minimum: 1,
  description: 'Position of the image that the error is about, if several were sent.',
};
const requiresPayment = { type: 'boolean', description: 'True if credits are missing.' };

const schemas = {
  Error: {
    type: 'object',
    required: ['error', 'code'],
    additionalProperties: false,
    properties: {
      error: { type: 'string' },
      code,
      requiresPayment,
      image,
      doc: { type: 'string', format: 'uri', description: 'Where the code is documented.' },
    },
  },
  Problem: {
    type: 'object',
    required: ['type', 'title', 'status', 'code'],
    additionalProperties: false,
    description: 'An error as problem details (RFC 9457), if requested with `Accept`.',
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      code,
      requiresPayment,
      image,
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
      title: 'Memori',
      version: '1',
      summary: 'Turns photos into short animated videos.',
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
