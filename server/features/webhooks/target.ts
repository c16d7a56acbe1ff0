import { AppError } from '../../platform/errors.ts';
import { type OutsideAddress, readOutsideAddress } from '../../platform/outside-address.ts';

/** Where a webhook's messages go. Throws AppError `invalid_webhook_url` for what `readOutsideAddress` refuses. */
export function readTarget(address: string, settings: { production: boolean }): OutsideAddress {
  const target = readOutsideAddress(address, settings);
  if (!target) throw new AppError('invalid_webhook_url');
  return target;
}
