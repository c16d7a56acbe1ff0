import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { TokenScope } from '../../../shared/token-scopes.ts';
import type { createCaller } from '../../trpc/router.ts';

/** A call as an operation gets it, with the tRPC router on behalf of whoever calls. */
export interface Call {
  caller: ReturnType<typeof createCaller>;
  req: Request;
  res: Response;
}

/** One documented path: what goes in, what comes out, which errors are its own, and how it is answered. */
export interface Operation {
  method: 'get' | 'post' | 'patch' | 'delete';
  path: string;
  summary: string;
  /** False where anybody may call. */
  signedIn: boolean;
  /** What a program's token must have; without it, only people may call. */
  scope?: TokenScope;
  body?: { type: 'application/json' | 'multipart/form-data'; schema: object };
  query?: Record<string, string>;
  status: number;
  answer: { type: string; schema: object };
  errors: readonly ErrorCode[];
  /**
   * Resolves with the answer. What the caller sent is only called by its type here: the procedure's schema decides
   * whether it is. Absent where another door serves the path.
   */
  handle?: (call: Call) => Promise<object>;
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
