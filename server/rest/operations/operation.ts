import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors.ts';
import type { TokenScope } from '../../../shared/token-scopes.ts';
import type { AnswerHeader } from '../document/headers.ts';
import type { createCaller } from '../../trpc/router.ts';

/** A call as an operation gets it, with the tRPC router on behalf of whoever calls. */
export interface Call {
  caller: ReturnType<typeof createCaller>;
  /** The same, whose subscriptions also end with `signal`. */
  callerUntil(signal: AbortSignal): ReturnType<typeof createCaller>;
  /** Lets the next upload of the user be read before this call is answered. */
  leaveUpload(): void;
  req: Request;
  res: Response;
}

/** Under which heading an operation stands. */
export type Tag = 'Sign-in' | 'Account' | 'Videos' | 'Albums' | 'Media' | 'Credits' | 'Tokens' | 'Webhooks';

/** One documented path: what goes in, what comes out, which errors are its own, and how it is answered. */
export interface Operation {
  /** Its name in the document, for good: programs are generated from it. */
  id: string;
  tag: Tag;
  method: 'get' | 'post' | 'patch' | 'delete';
  path: string;
  summary: string;
  /** False where anybody may call. */
  signedIn: boolean;
  /** What a program's token must have; without it, only people may call. */
  scope?: TokenScope;
  body?: {
    type: 'application/json' | 'multipart/form-data';
    schema: object;
    /** Something that can be sent. */
    example?: object;
    /** Of a form: how many files at most; one unless it says so. */
    files?: number;
    /** Of a form: what JSON may come in its place. */
    json?: object;
  };
  query?: Record<string, { description: string; example?: string }>;
  /** True where `Prefer: wait=N` puts the answer off until the job has ended. */
  waits?: true;
  status: number;
  answer: { type: string; schema: object; example?: object };
  /** Which operations go on with what it answers, by the field that leads to them. */
  links?: Record<string, readonly string[]>;
  /** What its answer says in headers, beside what each answer says. */
  headers?: readonly AnswerHeader[];
  /** True for a file that is sent with byte ranges and a validator; `conditional` for one with a validator alone. */
  sends?: 'byte-ranges' | 'conditional';
  errors: readonly ErrorCode[];
  /**
   * Resolves with the answer. What the caller sent is only called by its type here: the procedure's schema decides
   * whether it is; null where it has answered already. Absent where another door serves the path.
   */
  handle?: (call: Call) => Promise<object | null>;
}

/** The schema as JSON Schema of the dialect of OpenAPI 3.1 (2020-12): of what is sent to it, or of what it gives. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** A JSON body that the schema validates. */
export const json = <Schema extends z.ZodType>(schema: Schema, example?: z.input<Schema> & object) => ({
  type: 'application/json' as const,
  schema: schemaOf(schema, 'input'),
  ...(example && { example }),
});

/** A JSON answer of the schema's form. */
export const output = <Schema extends z.ZodType>(schema: Schema, example?: z.output<Schema> & object) => ({
  type: 'application/json',
  schema: schemaOf(schema, 'output'),
  ...(example && { example }),
});

/** How large a JSON body may be. */
export const jsonLimit = '100kb';

/** A part of a form that is a file. */
export const binary = { type: 'string', contentMediaType: 'application/octet-stream' };
