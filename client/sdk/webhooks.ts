import type { WebhookMessage } from '../../shared/schemas/webhook-message.ts';
import { MemoriError } from './errors.ts';

/** The headers of a request, as fetch's `Request` or Node's `IncomingMessage` has them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the message's time may be from this machine's. 300 unless told otherwise. */
  readonly toleranceSeconds?: number | undefined;
}

/** A message that Memori has signed. */
export type VerifiedWebhook = WebhookMessage & {
  /** The same each time that this message arrives. */
  readonly id: string;
};

const prefix = 'whsec_';

function refuse(why: string): never {
  throw new MemoriError('invalid_webhook', why);
}

function header(headers: WebhookHeaders, name: string): string {
  const found = headers instanceof Headers ? headers.get(name) : headers[name];
  if (typeof found !== 'string' || found === '') return refuse(`The header ${name} is missing`);
  return found;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith(prefix) ? bytesOf(secret.slice(prefix.length)) : null;
  if (!bytes || bytes.length === 0) throw new TypeError('A secret of a webhook begins with whsec_');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/**
 * The message of a request to a webhook, once it is proved that Memori has signed it, lately (Standard Webhooks 1.0.0). `body` is the
 * request's, byte for byte: parsed and written again it is another. While a secret is being changed, give both.
 * Compares in constant time (WebCrypto), in Node, browsers and at the edge alike. A message may arrive more than once: go by its `id`.
 * Rejects with MemoriError `invalid_webhook`, and with TypeError for what is no secret.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  { toleranceSeconds = 300 }: VerifyOptions = {},
): Promise<VerifiedWebhook> {
  const keys = await Promise.all([secrets].flat().map(keyOf));
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  if (!/^\d{1,12}$/.test(timestamp)) refuse('webhook-timestamp is no time');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    refuse('The message is too old or too new');
  const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const signatures = header(headers, 'webhook-signature')
    .split(' ')
    .flatMap((signature) => (signature.startsWith('v1,') ? (bytesOf(signature.slice(3)) ?? []) : []));
  const matches = await Promise.all(
    keys.flatMap((key) =>
      signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
    ),
  );
  if (!matches.includes(true)) refuse('No signature is of these secrets');
  return { ...(JSON.parse(text) as WebhookMessage), id };
}
