import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';
import { accountOperations } from './operations/account.ts';
import { albumOperations } from './operations/album.ts';
import { authOperations } from './operations/auth.ts';
import { creditsOperations } from './operations/credits.ts';
import type { Operation } from './operations/operation.ts';
import { videoOperations } from './operations/video.ts';

/** All documented paths, in reading order. */
export const operations: readonly Operation[] = [
  ...authOperations,
  ...accountOperations,
  ...videoOperations,
  ...albumOperations,
  ...creditsOperations,
];

function errorResponses(operation: Operation): Record<string, object> {
  const own: readonly ErrorCode[] = operation.signedIn
    ? ['not_signed_in', ...operation.errors]
    : operation.errors;
  const byStatus = Map.groupBy(own, (code) => errorCatalogue[code].status);
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

function parameters({ path, query = {} }: Operation): object[] {
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
  return [...inPath, ...inQuery];
}

function describe(operation: Operation): object {
  const { summary, signedIn, body, status, answer } = operation;
  return {
    summary,
    parameters: parameters(operation),
    ...(signedIn ? { security: [{ session: [] }] } : {}),
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
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: cookieName } },
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
