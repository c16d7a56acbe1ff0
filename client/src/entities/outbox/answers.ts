import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';

/** Whether the server answers the same key with the same error again. After others, a key may be sent again. */
export function isRepeated(code: ErrorCode): boolean {
  const { status } = errorCatalogue[code];
  return status < 500 && ![401, 409, 429].includes(status) && code !== 'upload_aborted';
}

/** Whether sending the photo once more is of no use. A key that was used with other fields says nothing of the photo. */
export const isDeclined = (code: ErrorCode): boolean =>
  errorCatalogue[code].status < 500 && !code.startsWith('upload_') && code !== 'idempotency_key_reused';
