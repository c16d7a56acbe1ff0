/** The headers of answers. */
export const answerHeaders = {
  'Content-Range': { description: 'Which bytes these are, and of how many.', example: 'bytes 0-99/123456' },
  ETag: { description: 'Names what is served at this moment: another rendition has another one.' },
  'Idempotent-Replayed': {
    description: 'Present where this is the answer that a call with the same `Idempotency-Key` got before.',
    enum: ['true'],
  },
  Location: { description: 'The path of what was made.', example: '/api/video/tasks/…' },
  'Preference-Applied': {
    description:
      'Present where `Prefer` was followed: how many seconds the answer would have waited at most.',
    example: 'wait=60',
    pattern: '^wait=[0-9]+$',
  },
  RateLimit: {
    description:
      'How the limits stand that this call was counted by: how many more, within how many seconds.',
    example: '"generate";r=9;t=55',
  },
  'RateLimit-Policy': {
    description: 'These limits: how many calls, in how many seconds.',
    example: '"generate";q=10;w=60',
  },
  'Retry-After': { description: 'After how many seconds another try is worth it.', pattern: '^[0-9]+$' },
  'Set-Cookie': { description: 'The session.' },
  'WWW-Authenticate': { description: 'That tokens are of use here (RFC 6750).', pattern: '^Bearer' },
  'X-Next-Cursor': { description: 'The `cursor` of the page that follows; absent on the last.' },
  'X-Request-Id': {
    description: 'Names this call in the operator’s log.',
    pattern: '^[a-z2-7]{32}$',
  },
} as const satisfies Record<string, { description: string } & Record<string, unknown>>;

export type AnswerHeader = keyof typeof answerHeaders;

/** The document's reusable header objects. */
export const headerComponents = Object.fromEntries(
  Object.entries(answerHeaders).map(([name, { description, ...schema }]) => [
    name,
    { description, schema: { type: 'string', ...schema } },
  ]),
);

/** The headers of one answer; `required` ones are always present. */
export function headersOf(
  required: readonly AnswerHeader[],
  sometimes: readonly AnswerHeader[] = [],
): Record<string, object> {
  const entry = (name: AnswerHeader, isRequired: boolean) => {
    const { description, schema } = headerComponents[name] as { description: string; schema: object };
    return [name, isRequired ? { description, required: true, schema } : { description, schema }] as const;
  };
  return Object.fromEntries([
    ...required.map((name) => entry(name, true)),
    ...sometimes.map((name) => entry(name, false)),
  ]);
}
