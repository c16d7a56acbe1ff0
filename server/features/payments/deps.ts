import type { PgBoss } from 'pg-boss';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PaymentProvider } from '../../providers/payments/types.ts';

/** What payments work with; `payments` is null where nothing can be bought. */
export interface PaymentDeps {
  db: Db;
  queue: PgBoss;
  payments: PaymentProvider | null;
  logger: Logger;
}

/** The provider, or AppError `payments_unavailable` where there is none. */
export function requirePayments({ payments }: Pick<PaymentDeps, 'payments'>): PaymentProvider {
  if (!payments) throw new AppError('payments_unavailable');
  return payments;
}

/** Milliseconds. Many messages about one purchase may queue at its row: better late than sent again. */
export const patience = { maxWait: 10_000, timeout: 15_000 };
