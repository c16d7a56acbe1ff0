import { appRouter } from '../trpc/router.ts';
import { deriveOperations, type Procedure } from './derive.ts';
import { fileOperations } from './file-operations.ts';
import type { Operation } from './operation.ts';

const procedures = appRouter._def.procedures as unknown as Record<string, Procedure>;

/** All operations of the REST API, in reading order. */
export const operations: readonly Operation[] = [...deriveOperations(procedures), ...fileOperations];

/** The procedures and paths that involve money or a credit. */
export const paidCalls: readonly string[] = Object.entries(procedures).flatMap(([name, { _def }]) =>
  _def.meta?.paid ? [name, ...[_def.meta.rest ?? []].flat().map(({ path }) => path)] : [],
);
