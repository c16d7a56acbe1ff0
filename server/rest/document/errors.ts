import { type ErrorCode, errorCatalogue } from '../../../shared/errors.ts';
import type { Operation } from '../operations/operation.ts';

const repeatErrors = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'idempotency_key_reused',
] as const satisfies ErrorCode[];

/** True where an `Idempotency-Key` is of use. */
export const isRepeatable = ({ method, signedIn }: Operation): boolean => method === 'post' && signedIn;

/** What comes of tokens. */
function tokenErrors({ signedIn, scope, tag }: Operation): ErrorCode[] {
  if (!signedIn) return tag === 'Media' ? ['invalid_token'] : ['invalid_token', 'token_not_allowed'];
  return ['not_signed_in', 'invalid_token', scope ? 'token_scope_missing' : 'token_not_allowed'];
}

/** What comes of how a request is written: its path, its body, where it came from. */
function formErrors({ method, path, body }: Operation): ErrorCode[] {
  return [
    ...(body?.type === 'application/json' || body?.json ? (['request_too_large'] as const) : []),
    ...(path.includes('{') || body ? (['invalid_request'] as const) : []),
    ...(method === 'get' ? [] : (['cross_site'] as const)),
  ];
}

/** Sent without being counted. */
const isUncounted = ({ sends }: Operation) => sends === 'byte-ranges';

/** All that an operation may answer but its own, each once: of who calls, how, how often, and of trouble here. */
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

/** The errors of an operation by their statuses. */
export const errorsByStatus = (operation: Operation): Map<number, ErrorCode[]> =>
  Map.groupBy(errorsOf(operation), (code) => errorCatalogue[code].status);
