import { AppError } from '../../platform/errors.ts';
import { type OutboundAddress, parseOutboundAddress } from '../../platform/network/outbound-address.ts';

/** The target of a webhook. Throws AppError `invalid_webhook_url` if `parseOutboundAddress` rejects it. */
export function readTarget(address: string, settings: { localDevelopment: boolean }): OutboundAddress {
  const target = parseOutboundAddress(address, settings);
  if (!target) throw new AppError('invalid_webhook_url');
  return target;
}
