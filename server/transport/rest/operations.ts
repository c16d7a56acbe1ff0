import { allOperations } from '../trpc/router.ts';
import { deriveOperations, type Procedure } from './derive.ts';
import type { Operation } from './operation.ts';

const procedures = allOperations._def.procedures as unknown as Record<string, Procedure>;

/** Every REST path of an operation. */
export const routes: readonly Operation[] = deriveOperations(procedures);

/** The documented operations of the REST API, in reading order. */
export const operations: readonly Operation[] = routes.filter(({ undocumented }) => !undocumented);

/** The procedures and paths that involve money or a credit. */
export const paidCalls: readonly string[] = Object.entries(procedures).flatMap(([name, { _def }]) =>
  _def.meta?.paid ? [name, ...[_def.meta.rest ?? []].flat().map(({ path }) => path)] : [],
);
