import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { PaymentProvider } from '#server/providers/payments/types.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** The dependencies of payments; `payments` is null if nothing is for sale. */
export interface PaymentDeps {
  db: Db;
  queue: JobQueue;
  payments: PaymentProvider | null;
  logger: Logger;
}

/** Returns the provider. Throws AppError `payments_unavailable` if there is none. */
export function requirePayments({ payments }: Pick<PaymentDeps, 'payments'>): PaymentProvider {
  if (!payments) throw new AppError('payments_unavailable');
  return payments;
}

/**
 * Milliseconds. Many messages about one purchase may queue for its row lock: better wait than have them redelivered.
 */
export const lockTimeouts = { maxWait: 10_000, timeout: 15_000 };
