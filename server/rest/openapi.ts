import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import { accountOperations } from './operations/account.ts';
import { albumOperations } from './operations/album.ts';
import { authOperations } from './operations/auth.ts';
import { creditsOperations } from './operations/credits.ts';
import { programLimits } from '../../shared/program-limits.ts';
import type { Operation } from './operations/operation.ts';
import { tokenOperations } from './operations/tokens.ts';
import { webhookOperations } from './operations/webhooks.ts';
import { videoOperations } from './operations/video.ts';

/** All documented paths, in reading order. */
export const operations: readonly Operation[] = [
  ...authOperations,
  ...accountOperations,
  ...videoOperations,
  ...albumOperations,
  ...creditsOperations,
  ...tokenOperations,
  ...webhookOperations,
];

const repeatErrors = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies ErrorCode[];

/** True where an `Idempotency-Key` is of use. */
const isRepeatable = ({ method, signedIn }: Operation) => method === 'post' && signedIn;

const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A name for this request. For 24 hours a repetition with the same content gets the first answer again, with `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: programLimits.idempotency.maxKeyLength },
};

/** What an operation may answer but its own: its own errors, and those of who calls. */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  const { signedIn, scope, errors } = operation;
  if (!signedIn) return errors;
  return [
    ...(['not_signed_in', 'invalid_token', scope ? 'token_scope_missing' : 'token_not_allowed'] as const),
    ...errors,
    ...(isRepeatable(operation) ? repeatErrors : []),
  ];
}

function errorResponses(operation: Operation): Record<string, object> {
  const byStatus = Map.groupBy(errorsOf(operation), (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].text}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  );
}

function parameters(operation: Operation): object[] {
  const { path, query = {} } = operation;
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(query).map(([name, description]) => ({
    name,
    in: 'query',
    description,
    schema: { type: 'string' },
  }));
  return [...inPath, ...inQuery, ...(isRepeatable(operation) ? [keyParameter] : [])];
}

function describe(operation: Operation): object {
  const { summary, signedIn, scope, body, status, answer } = operation;
  return {
    summary,
    parameters: parameters(operation),
    ...(signedIn ? { security: [{ session: [] }, ...(scope ? [{ token: [] }] : [])] } : {}),
    ...(scope ? { 'x-token-scope': scope } : {}),
    ...(body ? { requestBody: { required: true, content: { [body.type]: { schema: body.schema } } } } : {}),
    responses: {
      [status]: { description: 'Done', content: { [answer.type]: { schema: answer.schema } } },
      ...errorResponses(operation),
    },
  };
}

/** The REST paths as an OpenAPI 3.0 document, made from the schemas that validate the calls. */
export function openApiDocument(publicUrl: string, cookieName: string): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: '3.0.3',
    info: { title: 'Memori', version: '1', description: 'Turns photos into short animated videos.' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookieName },
        token: { type: 'http', scheme: 'bearer' },
      },
      schemas: {
        Error: {
          type: 'object',
          required: ['error', 'code'],
          properties: {
            error: { type: 'string' },
            code: { type: 'string', enum: Object.keys(errorCatalogue) },
            requiresPayment: { type: 'boolean' },
          },
        },
      },
    },
  };
}
