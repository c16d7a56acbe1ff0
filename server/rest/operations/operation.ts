import { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors.ts';

/** One documented path: what goes in, what comes out, which errors are its own. */
export interface Operation {
  method: 'get' | 'post' | 'delete';
  path: string;
  summary: string;
  /** False where anybody may call. */
  signedIn: boolean;
  body?: { type: 'application/json' | 'multipart/form-data'; schema: object };
  query?: Record<string, string>;
  status: number;
  answer: { type: string; schema: object };
  errors: readonly ErrorCode[];
}

/** A JSON body that the schema validates. */
export const json = (schema: z.ZodType) => ({
  type: 'application/json' as const,
  schema: z.toJSONSchema(schema, { io: 'input', target: 'openapi-3.0' }),
});

/** A JSON answer of the schema's form. */
export const output = (schema: z.ZodType) => ({
  type: 'application/json',
  schema: z.toJSONSchema(schema, { io: 'output', target: 'openapi-3.0' }),
});

/** A file. */
export const binary = { type: 'string', format: 'binary' };
