import type { WebhookMessage } from '../../shared/schemas/webhook-message.ts';
import { MemoriError } from './errors.ts';

/** Request headers, as in fetch's `Request` or Node's `IncomingMessage`; their names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** How far the message's timestamp may be from this machine's clock. Defaults to 300. */
  readonly toleranceSeconds?: number | undefined;
}

/** A message signed by Memori. */
export type VerifiedWebhook = WebhookMessage & {
  /** The same for every delivery of this message. */
  readonly id: string;
};

const prefix = 'whsec_';

function refuse(why: string): never {
  throw new MemoriError('invalid_webhook', why);
}

function header(headers: WebhookHeaders, name: string): string {
  const [found, ...others] = valuesOf(headers, name);
  if (found === undefined) return refuse(`The header ${name} is missing`);
  // Which of them was signed can't be known.
  if (others.length > 0) return refuse(`The header ${name} is there more than once`);
  return found;
}

function valuesOf(headers: WebhookHeaders, name: string): string[] {
  if (headers instanceof Headers) return [headers.get(name) ?? []].flat();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, value]) => value ?? [])
    .filter((value) => value !== '');
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
 * Returns the message of a webhook request after verifying that Memori signed it recently (Standard Webhooks 1.0.0).
 * `body` must be the request's raw body, byte for byte: parsing and re-serialising changes it. While rotating a secret,
 * pass both. Compares in constant time (WebCrypto), in Node, browsers and edge runtimes alike. A message may be
 * delivered more than once: deduplicate by its `id`. Rejects with MemoriError `invalid_webhook`, or with TypeError if a
 * secret is malformed.
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
