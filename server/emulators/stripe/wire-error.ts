/** The error types that the SDK maps to its own error classes. */
export type WireErrorType = 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';

interface WireErrorFields {
  status?: number;
  type?: WireErrorType;
  code?: string;
  param?: string;
}

/** An error in Stripe's format; `body` is sent over the wire (docs.stripe.com/api/errors). */
export class WireError extends Error {
  override readonly name = 'WireError';
  readonly status: number;
  readonly type: WireErrorType;
  readonly code: string | undefined;
  readonly param: string | undefined;

  constructor(message: string, fields: WireErrorFields = {}) {
    super(message);
    this.status = fields.status ?? 400;
    this.type = fields.type ?? 'invalid_request_error';
    this.code = fields.code;
    this.param = fields.param;
  }

  get body(): { error: Record<string, string> } {
    const error: Record<string, string> = { type: this.type, message: this.message };
    if (this.code) error.code = this.code;
    if (this.param) error.param = this.param;
    return { error };
  }
}

/** 404 for an unknown id: `kind` in Stripe's terms, such as "checkout.session". */
export function noSuch(kind: string, id: string, param = 'id'): WireError {
  const fields = { status: 404, code: 'resource_missing', param };
  return new WireError(`No such ${kind}: '${id}'`, fields);
}
