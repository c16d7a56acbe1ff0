import { z } from 'zod';
import type { TokenScope } from '#shared/token-scopes.ts';
import { scopeOf } from '#server/rpc/operation.ts';
import type { OperationMeta } from '#server/rpc/meta.ts';
import type { Procedure } from '../rest/derive.ts';
import { schemaOf } from '../rest/operation.ts';
import { allOperations } from '../trpc/router.ts';

/** An operation that agents may call. */
export interface Tool {
  /** Permanent: `video_generate` for `video.generate`. */
  readonly name: string;
  readonly path: string;
  readonly description: string;
  readonly inputSchema: { readonly type: 'object' };
  readonly scope: TokenScope;
  readonly changes: boolean;
  readonly output: z.ZodType;
}

const procedures = allOperations._def.procedures as unknown as Record<string, Procedure>;

/** The operations that agents may call, in reading order. */
export const tools: readonly Tool[] = Object.entries(procedures).flatMap(([path, { _def }]) =>
  _def.meta?.agents ? [toolOf(path, _def, _def.meta)] : [],
);

function toolOf(path: string, procedure: Procedure['_def'], meta: OperationMeta): Tool {
  const scope = scopeOf(meta);
  if (scope === undefined || procedure.type === 'subscription' || !procedure.output)
    throw new TypeError(
      `${path} can’t be a tool: agents call with a token, and get one answer, by its schema`,
    );
  const [rest] = [meta.rest ?? []].flat();
  // A form's photo comes from a URL.
  const input = rest?.form?.json ?? procedure.inputs[0] ?? z.object({});
  return {
    name: path.replace('.', '_'),
    path,
    description: meta.summary,
    inputSchema: objectOf(input, path),
    scope,
    changes: procedure.type === 'mutation',
    output: procedure.output,
  };
}

function objectOf(schema: z.ZodType, path: string): Tool['inputSchema'] {
  const inner = schema instanceof z.ZodOptional ? (schema.unwrap() as z.ZodType) : schema;
  const described = schemaOf(inner, 'input');
  if (!('type' in described) || described.type !== 'object')
    throw new TypeError(`${path} can’t be a tool: its input is no object`);
  return { ...described, type: 'object' };
}
