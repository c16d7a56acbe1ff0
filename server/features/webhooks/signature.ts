import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '#server/platform/errors.ts';
import { type OutboundAddress, parseOutboundAddress } from '#server/platform/network/outbound-address.ts';

const prefix = 'whsec_';

/** A new signing secret: 256 random bits in the format of Standard Webhooks. */
export const createSecret = (): string => prefix + randomBytes(32).toString('base64');

/**
 * The headers of a message (Standard Webhooks 1.0.0): its id, the time of this attempt in seconds, and for each secret
 * a signature over both and the body.
 */
export function signedHeaders(
  message: { id: string; body: string },
  secrets: readonly string[],
  now = Date.now(),
): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64');
    const signature = createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`);
    return `v1,${signature.digest('base64')}`;
  });
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

/** The target of a webhook. Throws AppError `invalid_webhook_url` if `parseOutboundAddress` rejects it. */
export function readTarget(address: string, settings: { localDevelopment: boolean }): OutboundAddress {
  const target = parseOutboundAddress(address, settings);
  if (!target) throw new AppError('invalid_webhook_url');
  return target;
}
