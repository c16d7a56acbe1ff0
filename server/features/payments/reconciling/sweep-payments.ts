import type { Prisma } from '#server/generated/prisma/client.ts';
import { PaymentProviderError } from '#server/providers/payments/types.ts';
import type { PaymentDeps } from '../deps.ts';
import { fulfil } from '../fulfil.ts';
import { applyReversal } from '../payment-events.ts';
import { milliseconds } from '#shared/durations.ts';

/** The webhooks of younger sessions may still arrive. Milliseconds. */
const settledAfter = milliseconds.minute;
/** The maximum number of purchases of each kind that one run checks. */
const perRun = 50;
/**
 * The refunds and disputes of a purchase are re-read at this interval, for as long as a dispute may still be opened.
 */
const reversalInterval = milliseconds.day;
const reversalWatch = 180 * milliseconds.day;

export interface SweepReport {
  /** Purchases that were checked with the provider. */
  checked: number;
  /** Those that changed from open to paid. */
  credited: number;
}

/**
 * Checks open purchases, and refunds and disputes of recent ones, with the provider, so that a lost webhook loses
 * neither a paid credit nor a refund. Bounded per run, those not checked for longest first. A purchase that fails
 * goes to the end of the line; only an outage of the provider ends a run early. Does nothing if payments are disabled.
 */
export async function sweepPayments(
  deps: PaymentDeps,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<SweepReport> {
  const report: SweepReport = { checked: 0, credited: 0 };
  if (!deps.payments) return report;
  const before = (age: number) => new Date(now - age);
  const open = await due(deps, {
    status: 'open',
    createdAt: { lt: before(settledAfter) },
    // Purchases still open after a session's lifetime wait for a slow bank or an operator, and are checked less often.
    OR: [
      { createdAt: { gt: before(2 * milliseconds.day) } },
      { checkedAt: null },
      { checkedAt: { lt: before(milliseconds.hour) } },
    ],
  });
  const recent = await due(deps, {
    status: 'paid',
    paymentIntentId: { not: null },
    paidAt: { gt: before(reversalWatch), lt: before(settledAfter) },
    OR: [{ checkedAt: null }, { checkedAt: { lt: before(reversalInterval) } }],
  });
  for (const { sessionId, paymentIntentId, status, failingSince } of [...open, ...recent]) {
    signal?.throwIfAborted();
    let failing: Date | null = null;
    try {
      if (status === 'open') {
        const purchase = await fulfil(deps, sessionId);
        if (!purchase) throw new Error(`the provider does not know the session ${sessionId}`);
        if (purchase.status === 'paid') report.credited += 1;
      } else if (paymentIntentId) {
        await applyReversal(deps, paymentIntentId);
      }
    } catch (error) {
      deps.logger.error({ err: error, sessionId }, 'the sweep could not settle a purchase');
      if (error instanceof PaymentProviderError && error.outage) return report;
      failing = failingSince ?? new Date(now);
    }
    // Also after a failure: one purchase must not starve the others.
    // It may be gone: an erased account takes its open purchases with it.
    const data = { checkedAt: new Date(now), failingSince: failing };
    await deps.db.purchase.updateMany({ where: { sessionId }, data });
    report.checked += 1;
  }
  return report;
}

function due({ db }: PaymentDeps, where: Prisma.PurchaseWhereInput) {
  return db.purchase.findMany({
    where,
    orderBy: [{ checkedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: perRun,
    select: { sessionId: true, paymentIntentId: true, status: true, failingSince: true },
  });
}
