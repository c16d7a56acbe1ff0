import { packageOf, type PackageId } from '#shared/packages.ts';
import {
  type CheckoutState,
  maxRefundFailures,
  type PaymentProvider,
  type PaymentReversal,
} from '#server/providers/payments/types.ts';

interface Refund {
  id: string;
  /** The key of the withdrawal that ordered it; null for an operator's. */
  key: string | null;
  amount: number;
  failed: boolean;
}

interface Account {
  state: CheckoutState;
  refunds: Refund[];
  /** Cents lost to disputes. */
  lost: number;
}

/**
 * A fake payment provider that keeps sessions and payments in memory, so that thousands of histories run fast. The real
 * SDK and the sandbox have tests of their own.
 */
export interface FakeProvider extends PaymentProvider {
  /** Opens a session, as the checkout would. */
  open(id: string, userId: string, packageId: PackageId): void;
  /** Completes an open session, paid now or later, for this many cents; does nothing if it is no longer open. */
  pay(id: string, total: number, later: boolean): void;
  arrive(id: string): void;
  expire(id: string): void;
  /** Refunds this many cents, up to the amount paid. */
  refund(id: string, cents: number): void;
  /** The latest refund that stands fails later; does nothing if there is none. */
  failRefund(id: string): void;
  /** Loses a dispute about this many cents, up to what is left. */
  loseDispute(id: string, cents: number): void;
  /** Refunds for a withdrawal that stand, in cents, and how many failed. */
  refundsFor(key: string): { given: number[]; failures: number };
  /** Null for an unknown session. */
  reversal(id: string): PaymentReversal | null;
  book(id: string): Account | undefined;
}

const sum = (refunds: readonly Refund[]) => refunds.reduce((total, { amount }) => total + amount, 0);

const leftOf = ({ state, refunds, lost }: Account) =>
  (state.amountTotal ?? 0) - lost - sum(refunds.filter(({ failed }) => !failed));

function reversalOf(account: Account | undefined): PaymentReversal {
  const { refunds = [], lost = 0 } = account ?? {};
  const orders = new Map<string, { refundId: string | null; failures: number }>();
  for (const { id, key, failed } of refunds) {
    if (key === null) continue;
    const before = orders.get(key) ?? { refundId: null, failures: 0 };
    orders.set(key, failed ? { ...before, failures: before.failures + 1 } : { ...before, refundId: id });
  }
  const amountFailed = sum(refunds.filter(({ failed }) => failed));
  return { amountOrdered: sum(refunds), amountFailed, amountLost: lost, disputed: false, orders };
}

export function createFakeProvider(): FakeProvider {
  const accounts = new Map<string, Account>();
  const intentOf = (id: string) => `pi_${id}`;
  const sessionOf = (intent: string) => accounts.get(intent.slice(3));
  const copy = <T>(value: T | undefined): T | null => (value ? structuredClone(value) : null);
  const change = (id: string, status: CheckoutState['status'], apply: (account: Account) => void) => {
    const account = accounts.get(id);
    if (account?.state.status === status) apply(account);
  };
  return {
    createCheckout: () => Promise.reject(new Error('histories open their sessions themselves')),
    expireCheckout: () => Promise.resolve(),
    readCheckout: (id) => Promise.resolve(copy(accounts.get(id)?.state)),
    findCheckout: (intent) => Promise.resolve(copy(sessionOf(intent)?.state)),
    readReversal: (intent) => Promise.resolve(reversalOf(sessionOf(intent))),
    async *listCheckouts() {
      for (const { state } of accounts.values()) yield await Promise.resolve(structuredClone(state));
    },
    refundPayment({ paymentIntentId, amount, key }) {
      const account = sessionOf(paymentIntentId);
      if (!account || account.state.paymentStatus !== 'paid') throw new Error(`${key}: nothing was paid`);
      const ours = account.refunds.filter((each) => each.key === key);
      const left = leftOf(account);
      if (ours.some(({ failed }) => !failed) || ours.length >= maxRefundFailures || left <= 0)
        return Promise.resolve();
      const id = `re_${key}_${ours.length}`;
      account.refunds.push({ id, key, amount: Math.min(amount, left), failed: false });
      return Promise.resolve();
    },
    refundsFor(key) {
      const ours = [...accounts.values()].flatMap(({ refunds }) =>
        refunds.filter((each) => each.key === key),
      );
      const standing = ours.filter(({ failed }) => !failed);
      return { given: standing.map(({ amount }) => amount), failures: ours.length - standing.length };
    },
    reversal: (id) => (accounts.has(id) ? reversalOf(accounts.get(id)) : null),
    readEvent: () => ({ kind: 'ignored', type: 'paper' }),
    open(id, userId, packageId) {
      const state: CheckoutState = {
        id,
        userId,
        packageId,
        language: 'it',
        beginTerms: null,
        status: 'open',
        paymentStatus: 'unpaid',
        paymentFailed: false,
        createdAt: new Date(),
        amountSubtotal: packageOf(packageId).price,
        amountTotal: packageOf(packageId).price,
        currency: 'eur',
        paymentIntentId: null,
      };
      accounts.set(id, { state, refunds: [], lost: 0 });
    },
    pay: (id, total, later) =>
      change(id, 'open', ({ state }) => {
        state.status = 'complete';
        state.amountTotal = total;
        state.paymentStatus = total === 0 ? 'no_payment_required' : later ? 'unpaid' : 'paid';
        state.paymentIntentId = total === 0 ? null : intentOf(id);
      }),
    arrive: (id) =>
      change(id, 'complete', ({ state }) => {
        if (state.paymentStatus === 'unpaid') state.paymentStatus = 'paid';
      }),
    expire: (id) => change(id, 'open', ({ state }) => void (state.status = 'expired')),
    refund: (id, cents) =>
      change(id, 'complete', (account) => {
        const amount = Math.min(cents, leftOf(account));
        if (account.state.paymentStatus !== 'paid' || amount <= 0) return;
        const refundId = `re_${id}_${account.refunds.length}`;
        account.refunds.push({ id: refundId, key: null, amount, failed: false });
      }),
    failRefund: (id) =>
      change(id, 'complete', ({ refunds }) => {
        const latest = refunds.findLast(({ failed }) => !failed);
        if (latest) latest.failed = true;
      }),
    loseDispute: (id, cents) =>
      change(id, 'complete', (account) => {
        if (account.state.paymentStatus === 'paid') account.lost += Math.min(cents, leftOf(account));
      }),
    book: (id) => accounts.get(id),
  };
}
