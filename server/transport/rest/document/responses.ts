import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import { documentedError, problemOf } from '#server/transport/http/responses/problem.ts';
import type { Operation } from '../operation.ts';
import { errorsByStatus, isRepeatable } from './errors.ts';
import { type ResponseHeader, headersOf } from './headers.ts';

const limitHeaders = ['RateLimit', 'RateLimit-Policy'] as const;

/** The body of an error with one of these codes, in both formats. */
function errorContent(codes: readonly ErrorCode[]): object {
  const [first] = codes;
  const origin = 'https://memori.example';
  const content = (name: 'Error' | 'Problem', example: unknown) => ({
    schema: {
      $ref: `#/components/schemas/${name}`,
      properties: { code: { enum: codes } },
    },
    example,
  });
  return {
    'application/json': content('Error', first && documentedError(first, origin)),
    'application/problem+json': content('Problem', first && problemOf(first, origin)),
  };
}

function errorResponses(operation: Operation): Record<string, object> {
  const entries = [...errorsByStatus(operation)].map(([status, codes]) => {
    const always: ResponseHeader[] = ['X-Request-Id'];
    if (status === 429) always.push('Retry-After');
    const sometimes: ResponseHeader[] = [...limitHeaders];
    if (status === 401) sometimes.push('WWW-Authenticate');
    if (status === 503) sometimes.push('Retry-After');
    if (isRepeatable(operation)) sometimes.push('Idempotent-Replayed');
    const description = codes.map((code) => `\`${code}\`: ${errorCatalogue[code].text}`).join('\n\n');
    return [status, { description, headers: headersOf(always, sometimes), content: errorContent(codes) }];
  });
  return Object.fromEntries(entries) as Record<string, object>;
}

function fileResponses({ sends }: Operation, content: object): Record<string, object> {
  const validator: ResponseHeader[] = ['ETag', 'X-Request-Id'];
  const unchanged = { description: 'Not modified since `If-None-Match`.', headers: headersOf(validator) };
  if (sends !== 'byte-ranges') return { 304: unchanged };
  const ranged: ResponseHeader[] = [...validator, 'Content-Range'];
  return {
    206: { description: 'The range of bytes requested.', headers: headersOf(ranged), content },
    304: unchanged,
    416: { description: 'The range is outside of the file.', headers: headersOf(ranged) },
  };
}

/** A response's links, as OpenAPI link objects. */
function linksOf(links: NonNullable<Operation['links']>): object {
  return Object.fromEntries(
    Object.entries(links).flatMap(([field, ids]) =>
      ids.map((operationId) => [
        operationId,
        { operationId, parameters: { [field]: `$response.body#/${field}` } },
      ]),
    ),
  );
}

/** All responses that an operation can give, by status. */
export function responsesOf(operation: Operation): Record<string, object> {
  const { status, response, headers = [], sends, tag, waits } = operation;
  const { type, ...about } = response;
  const content = { [type]: about };
  const sometimes: ResponseHeader[] = [
    ...limitHeaders,
    ...headers.filter((name) => name === 'X-Next-Cursor'),
  ];
  const always: ResponseHeader[] = ['X-Request-Id', ...headers.filter((name) => name !== 'X-Next-Cursor')];
  if (isRepeatable(operation)) sometimes.push('Idempotent-Replayed');
  if (waits) sometimes.push('Preference-Applied');
  if (tag === 'Sign-in') sometimes.push('Set-Cookie');
  if (sends) always.push('ETag');
  return {
    [status]: {
      description: 'Success.',
      headers: headersOf(always, sometimes),
      content,
      ...(operation.links && { links: linksOf(operation.links) }),
    },
    ...(sends ? fileResponses(operation, content) : {}),
    ...errorResponses(operation),
  };
}
