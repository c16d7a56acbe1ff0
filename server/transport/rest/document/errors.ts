import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import type { Operation } from '../operation.ts';

const repeatErrors = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies ErrorCode[];

/** True if the operation supports an `Idempotency-Key`. */
export const isRepeatable = ({ method, signedIn }: Operation): boolean => method === 'post' && signedIn;

/** Errors about authentication with tokens. */
function tokenErrors({ signedIn, scope, tag }: Operation): ErrorCode[] {
  if (!signedIn) return tag === 'Media' ? ['invalid_token'] : ['invalid_token', 'token_not_allowed'];
  return ['not_signed_in', 'invalid_token', scope ? 'token_scope_missing' : 'token_not_allowed'];
}

/** Errors about the form of a request: its path, body and origin. */
function formErrors({ method, path, body }: Operation): ErrorCode[] {
  return [
    ...(body?.type === 'application/json' || body?.json ? (['request_too_large'] as const) : []),
    ...(path.includes('{') || body ? (['invalid_request'] as const) : []),
    ...(method === 'get' ? [] : (['cross_site'] as const)),
  ];
}

/** Not subject to rate limits. */
const isUncounted = ({ sends }: Operation) => sends === 'byte-ranges';

/**
 * All errors that an operation can response, without duplicates: its own, and the common ones about authentication, form,
 * rate limits and internal failures.
 */
export function errorsOf(operation: Operation): readonly ErrorCode[] {
  return [
    ...new Set<ErrorCode>([
      ...tokenErrors(operation),
      ...operation.errors,
      ...formErrors(operation),
      ...(isRepeatable(operation) ? repeatErrors : []),
      ...(isUncounted(operation) ? [] : (['too_many_requests'] as const)),
      'internal_error',
      'service_unavailable',
    ]),
  ];
}

/** The errors of an operation, grouped by status. */
export const errorsByStatus = (operation: Operation): Map<number, ErrorCode[]> =>
  Map.groupBy(errorsOf(operation), (code) => errorCatalogue[code].status);
