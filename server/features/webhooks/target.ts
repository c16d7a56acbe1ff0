import { AppError } from '../../platform/errors.ts';
import { type OutsideAddress, readOutsideAddress } from '../../platform/outside-address.ts';

/** The target of a webhook. Throws AppError `invalid_webhook_url` if `readOutsideAddress` rejects it. */
export function readTarget(address: string, settings: { production: boolean }): OutsideAddress {
  const target = readOutsideAddress(address, settings);
  if (!target) throw new AppError('invalid_webhook_url');
  return target;
}
