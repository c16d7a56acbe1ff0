import type { Request, Response } from 'express';
import { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import type { TokenScope } from '#shared/token-scopes.ts';
import type { ResponseHeader } from './document/headers.ts';
import type { ExtraField, FileField, OperationMeta, Tag } from '#server/rpc/meta.ts';
import type { Caller } from '../trpc/router.ts';

/** A call as an operation receives it, with a tRPC caller on behalf of the client. */
export interface Call {
  caller: Caller;
  /** The same tRPC caller, but its subscriptions also end with `signal`. */
  callerUntil(signal: AbortSignal): Caller;
  /** Releases the upload slot before this call is answered, so that the user's next upload can be read. */
  leaveUpload(): void;
  req: Request;
  res: Response;
}

/** One documented path: its input, output, specific errors and handler. */
export interface Operation {
  /** The permanent operationId: clients are generated from it. */
  id: string;
  tag: Tag;
  method: 'get' | 'post' | 'patch' | 'delete';
  path: string;
  summary: string;
  /** False if anybody may call it. */
  signedIn: boolean;
  /** The scope that a token needs; without a scope, only people may call it. */
  scope?: TokenScope;
  body?: {
    type: 'application/json' | 'multipart/form-data';
    schema: object;
    /** A valid example; for forms, of their text fields. */
    example?: object;
    /** For forms: the field of their files. */
    field?: FileField;
    /** For forms: the maximum number of files, 1 by default. */
    files?: number;
    /** For forms: the field of one more file, which may be left out. */
    also?: ExtraField;
    /** For forms: the schema of the JSON accepted instead. */
    json?: object;
  };
  /** For uploads: admits the caller before the body is read. */
  admit?: OperationMeta['admit'];
  query?: Record<string, { description: string; example?: string }>;
  /** True if `Prefer: wait=N` delays the response until the job has ended. */
  waits?: true;
  status: number;
  response: { type: string; schema: object; example?: object };
  /** The schema of a JSON response. */
  output?: z.ZodType;
  /** The operations that can follow, by the field of the response that they take. */
  links?: Record<string, readonly string[]>;
  /** Headers of its response, in addition to the common ones. */
  headers?: readonly ResponseHeader[];
  /** True if callers are not identified, as what they have is a link. */
  byLink?: true;
  /** True if the response is a `FileResponse`. */
  file?: true;
  undocumented?: true;
  /** `byte-ranges` for a file served with byte ranges and a validator; `conditional` for one with a validator only. */
  sends?: 'byte-ranges' | 'conditional';
  errors: readonly ErrorCode[];
  /**
   * Resolves with the response; null if it has already been sent. The input's type is only asserted here: the procedure's
   * schema validates it.
   */
  handle: (call: Call) => Promise<object | null>;
}

/** The schema as JSON Schema in the dialect of OpenAPI 3.1 (2020-12), for input or for output. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** A JSON body validated by the schema. */
export const json = (schema: z.ZodType, example?: object) => ({
  type: 'application/json' as const,
  schema: schemaOf(schema, 'input'),
  ...(example && { example }),
});

/** A JSON response described by the schema. */
export const output = (schema: z.ZodType, example?: object) => ({
  type: 'application/json',
  schema: schemaOf(schema, 'output'),
  ...(example && { example }),
});

/** A file part of a form. */
export const binary = { type: 'string', contentMediaType: 'application/octet-stream' };
