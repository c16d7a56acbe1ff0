/** The headers of responses. */
export const responseHeaders = {
  'Content-Range': {
    description: 'The range of bytes returned, and the total size.',
    example: 'bytes 0-99/123456',
  },
  ETag: { description: 'Identifies the file currently served. Each rendition has its own.' },
  'Idempotent-Replayed': {
    description:
      'Present if this is the stored response to an earlier request with the same `Idempotency-Key`.',
    enum: ['true'],
  },
  Location: { description: 'The path of what was created.', example: '/api/video/tasks/…' },
  'Preference-Applied': {
    description:
      'Present if `Prefer` was honored: the maximum number of seconds that the response was delayed.',
    example: 'wait=60',
    pattern: '^wait=[0-9]+$',
  },
  RateLimit: {
    description: 'State of the limits that apply to this call: how many more calls, within how many seconds.',
    example: '"generate";r=9;t=55',
  },
  'RateLimit-Policy': {
    description: 'The limits that apply to this call: how many calls, in how many seconds.',
    example: '"generate";q=10;w=60',
  },
  'Retry-After': { description: 'Seconds to wait before retrying.', pattern: '^[0-9]+$' },
  'Set-Cookie': { description: 'The session cookie.' },
  'WWW-Authenticate': { description: 'Indicates that tokens are accepted (RFC 6750).', pattern: '^Bearer' },
  'X-Next-Cursor': { description: 'The `cursor` of the next page. Absent on the last page.' },
  'X-Request-Id': {
    description: 'Identifies this call in the operator’s log.',
    pattern: '^[a-z2-7]{32}$',
  },
} as const satisfies Record<string, { description: string } & Record<string, unknown>>;

export type ResponseHeader = keyof typeof responseHeaders;

/** The document's reusable header objects. */
export const headerComponents = Object.fromEntries(
  Object.entries(responseHeaders).map(([name, { description, ...schema }]) => [
    name,
    { description, schema: { type: 'string', ...schema } },
  ]),
);

/** The headers of one response; `required` ones are always present. */
export function headersOf(
  required: readonly ResponseHeader[],
  sometimes: readonly ResponseHeader[] = [],
): Record<string, object> {
  const entry = (name: ResponseHeader, isRequired: boolean) => {
    const { description, schema } = headerComponents[name] as { description: string; schema: object };
    return [name, isRequired ? { description, required: true, schema } : { description, schema }] as const;
  };
  return Object.fromEntries([
    ...required.map((name) => entry(name, true)),
    ...sometimes.map((name) => entry(name, false)),
  ]);
}
