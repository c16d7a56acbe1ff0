import { z } from 'zod';
import { errorCatalogue } from '../../shared/errors.ts';
import { signInSchema, signUpSchema, userSchema } from '../../shared/schemas/auth.ts';
import { balanceSchema } from '../../shared/schemas/credits.ts';
import { checkoutAnswerSchema, checkoutSchema, paymentAnswerSchema } from '../../shared/schemas/payments.ts';
import {
  generateFieldsSchema,
  taskAcceptedSchema,
  taskProgressSchema,
  videoTaskSchema,
} from '../../shared/schemas/video.ts';

/** One documented path: what goes in, what comes out, which errors are its own. */
interface Operation {
  method: 'get' | 'post';
  path: string;
  summary: string;
  /** False where anybody may call. */
  signedIn: boolean;
  body?: { type: 'application/json' | 'multipart/form-data'; schema: object };
  query?: Record<string, string>;
  status: number;
  answer: { type: string; schema: object };
  errors: readonly (keyof typeof errorCatalogue)[];
}

const input = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0' });
const output = (schema: z.ZodType) => ({
  type: 'application/json',
  schema: z.toJSONSchema(schema, { io: 'output', target: 'openapi-3.0' }),
});
const json = (schema: z.ZodType) => ({ type: 'application/json' as const, schema: input(schema) });
const userAnswer = output(z.object({ user: userSchema }));
const binary = { type: 'string', format: 'binary' };

export const operations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/auth/signup',
    summary: 'Opens an account, signs it in and grants the free credit.',
    signedIn: false,
    body: json(signUpSchema),
    status: 201,
    answer: userAnswer,
    errors: ['invalid_email', 'disposable_email', 'password_too_short', 'email_taken', 'too_many_requests'],
  },
  {
    method: 'post',
    path: '/api/auth/login',
    summary: 'Signs in and sets the session cookie.',
    signedIn: false,
    body: json(signInSchema),
    status: 200,
    answer: userAnswer,
    errors: ['invalid_email', 'password_required', 'wrong_credentials', 'too_many_requests'],
  },
  {
    method: 'post',
    path: '/api/auth/logout',
    summary: 'Ends the session.',
    signedIn: false,
    status: 200,
    answer: output(z.object({ success: z.literal(true) })),
    errors: [],
  },
  {
    method: 'get',
    path: '/api/auth/me',
    summary: 'Who is signed in.',
    signedIn: true,
    status: 200,
    answer: userAnswer,
    errors: [],
  },
  {
    method: 'post',
    path: '/api/video/generate',
    summary: 'Takes one photo and one credit; starts an animation.',
    signedIn: true,
    body: {
      type: 'multipart/form-data',
      schema: z.toJSONSchema(generateFieldsSchema.extend({ image: z.any().meta(binary) }), {
        io: 'input',
        target: 'openapi-3.0',
      }),
    },
    status: 202,
    answer: output(taskAcceptedSchema),
    errors: [
      'no_file_selected',
      'one_file_only',
      'upload_malformed',
      'insufficient_credits',
      'file_too_large',
      'invalid_file_type',
      'image_too_small',
      'image_too_many_pixels',
      'image_broken',
      'too_many_requests',
    ],
  },
  {
    method: 'get',
    path: '/api/video/status/{taskId}',
    summary: 'How far a task is.',
    signedIn: true,
    status: 200,
    answer: output(taskProgressSchema),
    errors: ['task_not_found'],
  },
  {
    method: 'get',
    path: '/api/video/download/{taskId}',
    summary: 'The address of the finished video.',
    signedIn: true,
    status: 200,
    answer: output(z.object({ downloadUrl: z.string() })),
    errors: ['task_not_found', 'video_not_ready'],
  },
  {
    method: 'get',
    path: '/api/video/tasks',
    summary:
      'All tasks, newest first; with limit and cursor a page of them, the next cursor in X-Next-Cursor.',
    signedIn: true,
    query: { limit: 'How many at most, 1 to 100', cursor: 'What X-Next-Cursor said' },
    status: 200,
    answer: output(z.array(videoTaskSchema)),
    errors: ['invalid_request'],
  },
  {
    method: 'get',
    path: '/api/public/video/{taskId}',
    summary: 'The video itself, with byte ranges. Public to whoever knows the id.',
    signedIn: false,
    query: { download: 'Any value: to be saved rather than played' },
    status: 200,
    answer: { type: 'video/mp4', schema: binary },
    errors: ['task_not_found'],
  },
  {
    method: 'get',
    path: '/api/public/video/{taskId}/poster.jpg',
    summary: 'The first frame of the video.',
    signedIn: false,
    status: 200,
    answer: { type: 'image/jpeg', schema: binary },
    errors: ['task_not_found'],
  },
  {
    method: 'get',
    path: '/api/credits/balance',
    summary: 'How many credits are left.',
    signedIn: true,
    status: 200,
    answer: output(balanceSchema),
    errors: [],
  },
  {
    method: 'post',
    path: '/api/credits/checkout',
    summary: 'The address of the payment page for a package, in the language asked for.',
    signedIn: true,
    body: json(checkoutSchema),
    status: 200,
    answer: output(checkoutAnswerSchema),
    errors: ['invalid_package', 'invalid_request', 'too_many_requests', 'payments_unavailable'],
  },
  {
    method: 'get',
    path: '/api/checkout/success',
    summary:
      'What became of a payment: credits it once, to whoever paid, and repeats its answer afterwards. Amounts in cents.',
    signedIn: true,
    query: { session_id: 'The checkout session, as the payment page handed it back' },
    status: 200,
    answer: output(paymentAnswerSchema),
    errors: ['payment_not_found', 'too_many_requests', 'payments_unavailable'],
  },
];

function errorResponses(operation: Operation): Record<string, object> {
  const own: readonly (keyof typeof errorCatalogue)[] = operation.signedIn
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
