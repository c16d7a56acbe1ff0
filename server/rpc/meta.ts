import type { z } from 'zod';
import type { ErrorCode } from '#shared/errors.ts';
import type { TokenScope } from '#shared/token-scopes.ts';
import type { Context } from './context.ts';
import type { AddressLimit, Limit } from './limits.ts';

/** The section of the API documentation that an operation is in. */
export type Tag = 'Sign-in' | 'Account' | 'Videos' | 'Albums' | 'Media' | 'Credits' | 'Tokens' | 'Webhooks';

/** The name of an upload's field that holds its files. */
export type FileField = 'image' | 'audio';

/** The name of the field of one more file, which a form may be without. */
export type ExtraField = 'story';

/** Sets headers of a REST response. */
export interface Reply {
  setHeader(name: 'Location' | 'X-Next-Cursor', value: string): void;
}

/** A documented REST path of an operation, and what only REST has. All else is derived from the operation. */
export interface Rest {
  /** The permanent operationId: clients are generated from it. */
  readonly id: string;
  readonly tag: Tag;
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** Its parameters, in braces, are fields of the input. */
  readonly path: `/api/${string}`;
  /** Its own errors; those that all operations share are added. */
  readonly errors: readonly ErrorCode[];
  /** In place of the operation's summary. */
  readonly summary?: string;
  /** 200 by default. */
  readonly status?: 200 | 201 | 202;
  /** A valid body; for uploads, the text fields of a form. */
  readonly example?: object;
  /** An example of the response's body. */
  readonly result?: object;
  /** Query parameters, by field of the input. */
  readonly query?: Readonly<Record<string, { name?: string; description: string; example?: string }>>;
  /** Fields of the input by parameter of the path, where their names differ. */
  readonly params?: Readonly<Record<string, string>>;
  /** Fields of the input that this path implies. */
  readonly fixed?: Readonly<Record<string, string>>;
  /**
   * For uploads: the form's fields, what its file is (an `image` by default), the maximum number of files (1 by default),
   * the field of one more file that may be left out, and the JSON accepted in its place.
   */
  readonly form?: {
    readonly fields: z.ZodObject;
    readonly file?: FileField;
    readonly files?: number;
    readonly also?: ExtraField;
    readonly json?: z.ZodType;
  };
  /** True if the public operation requires signing in here. */
  readonly signedIn?: true;
  /** True if `Prefer: wait=N` delays the response until the job has ended: as the router's `watch` tells. */
  readonly waits?: true;
  /** Operations that can follow, by the field of the response that they take. */
  readonly links?: Readonly<Record<string, readonly string[]>>;
  readonly headers?: readonly ('Location' | 'X-Next-Cursor')[];
  /** Its response is a file of this media type: the operation returns a `FileResponse`. */
  readonly file?: { readonly type: string; readonly sends?: 'byte-ranges' | 'conditional' };
  /** Served for our own pages, and not part of the documented API. */
  readonly undocumented?: true;
  /** The schema of what `respond` returns, if it isn't that of the operation's output. */
  readonly output?: z.ZodType;
  /** Turns the operation's output into the response's body. May throw AppError. */
  readonly respond?: (output: never, reply: Reply) => object;
}

/** Everything that is said about an operation. Every transport, document and test reads it from here. */
export interface OperationMeta {
  /** One or two sentences: what it does, what it returns, what it costs. */
  readonly summary: string;
  /**
   * Who may call it: anyone; whoever has the link, whose path holds a secret or an unguessable id; people with a session;
   * people, and tokens with the scope; or anyone, but of tokens only those with the scope. Callers with a link are not
   * identified: the operation may do so if it needs to (`ctx.identify`).
   */
  readonly access: 'public' | 'link' | 'session' | { readonly scope: TokenScope; readonly public?: true };
  /**
   * What a call is counted against, in addition to the general limit of signed-in callers and in place of that of
   * anonymous ones. Calls with a link are counted by what is declared only. `own`: the operation counts by a key in its input. `none`: it must always work.
   */
  readonly limit?: Limit | AddressLimit | 'own' | 'none';
  /** True for what outlives a session: the password must have been given within ten minutes. */
  readonly recentPassword?: true;
  /** For uploads: checks the caller and waits for a slot, before the body is read. `params` are those of the path. */
  readonly admit?: (ctx: Context, params: Readonly<Record<string, string>>) => Promise<void>;
  /** True if agents may call it, as a tool of the MCP server: with a token that has the scope. Never for what deletes. */
  readonly agents?: true;
  /** True if it involves money or a credit: refused last under overload. */
  readonly paid?: true;
  readonly rest?: Rest | readonly Rest[];
}
