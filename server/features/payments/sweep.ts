import type { Prisma } from '../../generated/prisma/client.ts';
import { PaymentProviderError } from '../../providers/payments/types.ts';
import type { PaymentDeps } from './deps.ts';
import { fulfil } from './fulfil.ts';
import { applyReversal } from './hints.ts';

/** A session this young is being paid or has just been: its webhook comes first. Milliseconds. */
const settledAfter = 60_000;
/** How many purchases one run asks the provider about, of each kind. */
const perRun = 50;
const hour = 3_600_000;
/** A purchase's refunds and disputes are re-read once in that time, for as long as a dispute may still come. */
const reversalInterval = 24 * hour;
const reversalWatch = 180 * 24 * hour;

export interface SweepReport {
  /** Purchases that were asked about. */
  asked: number;
  /** Those of them that are paid now and were open before. */
  credited: number;
}

/**
 * Asks the provider about purchases that are still open with us, and about refunds and disputes of recent ones: a lost
 * webhook loses neither a paid credit nor a refund. Bounded in each run; who waited longest comes first. Ends early
 * while the provider can't be reached. Does nothing where nothing can be bought.
 */
export async function sweepPayments(deps: PaymentDeps, now = Date.now()): Promise<SweepReport> {
  const report: SweepReport = { asked: 0, credited: 0 };
  if (!deps.payments) return report;
  const before = (milliseconds: number) => new Date(now - milliseconds);
  const open = await due(deps, {
    status: 'open',
    createdAt: { lt: before(settledAfter) },
    // What stays open longer than a session lives waits for a slow bank, or for an operator.
    OR: [{ createdAt: { gt: before(48 * hour) } }, { checkedAt: null }, { checkedAt: { lt: before(hour) } }],
  });
  const recent = await due(deps, {
    status: 'paid',
    paymentIntentId: { not: null },
    paidAt: { gt: before(reversalWatch), lt: before(settledAfter) },
    OR: [{ checkedAt: null }, { checkedAt: { lt: before(reversalInterval) } }],
  });
  for (const { sessionId, paymentIntentId, status } of [...open, ...recent]) {
    try {
      if (status === 'open') {
        const purchase = await fulfil(deps, sessionId);
        if (purchase?.status === 'paid') report.credited += 1;
      } else if (paymentIntentId) {
        await applyReversal(deps, paymentIntentId);
      }
    } catch (error) {
      deps.logger.error({ err: error, sessionId }, 'the sweep could not settle a purchase');
      if (error instanceof PaymentProviderError) return report;
    }
    // Also after a failure of its own: one purchase must not keep the others waiting for ever.
    await deps.db.purchase.update({ where: { sessionId }, data: { checkedAt: new Date(now) } });
    report.asked += 1;
  }
  return report;
}

function due({ db }: PaymentDeps, where: Prisma.PurchaseWhereInput) {
  return db.purchase.findMany({
    where,
    orderBy: [{ checkedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: perRun,
    select: { sessionId: true, paymentIntentId: true, status: true },
  });
}
