import { packageOf, type PackageId } from '../../shared/packages.ts';
import type {
  CheckoutState,
  PaymentProvider,
  PaymentReversal,
} from '../../server/providers/payments/types.ts';

interface Account {
  state: CheckoutState;
  reversal: PaymentReversal;
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
  loseDispute(id: string): void;
  /** Refunds for withdrawals, in cents by idempotency key. */
  orders: ReadonlyMap<string, number>;
  book(id: string): Account | undefined;
}

export function createFakeProvider(): FakeProvider {
  const accounts = new Map<string, Account>();
  const orders = new Map<string, number>();
  const intentOf = (id: string) => `pi_${id}`;
  const sessionOf = (intent: string) => accounts.get(intent.slice(3));
  const copy = <T>(value: T | undefined): T | null => (value ? structuredClone(value) : null);
  const change = (id: string, status: CheckoutState['status'], apply: (account: Account) => void) => {
    const account = accounts.get(id);
    if (account?.state.status === status) apply(account);
  };
  return {
    createCheckout: () => Promise.reject(new Error('histories open their sessions themselves')),
    readCheckout: (id) => Promise.resolve(copy(accounts.get(id)?.state)),
    findCheckout: (intent) => Promise.resolve(copy(sessionOf(intent)?.state)),
    readReversal: (intent) =>
      Promise.resolve(copy(sessionOf(intent)?.reversal) ?? { amountRefunded: 0, disputeLost: false }),
    async *listCheckouts() {
      for (const { state } of accounts.values()) yield await Promise.resolve(structuredClone(state));
    },
    refundPayment({ paymentIntentId, amount, key }) {
      const account = sessionOf(paymentIntentId);
      if (!account || account.state.paymentStatus !== 'paid') throw new Error(`${key}: nothing was paid`);
      const { state, reversal } = account;
      const left = (state.amountTotal ?? 0) - reversal.amountRefunded;
      if (orders.has(key)) return Promise.resolve(`re_${key}`);
      if (left <= 0) return Promise.resolve(null);
      const given = Math.min(amount, left);
      orders.set(key, given);
      reversal.amountRefunded += given;
      return Promise.resolve(`re_${key}`);
    },
    orders,
    readHint: () => ({ kind: 'ignored', type: 'paper' }),
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
      accounts.set(id, { state, reversal: { amountRefunded: 0, disputeLost: false } });
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
      change(id, 'complete', ({ state, reversal }) => {
        if (state.paymentStatus !== 'paid') return;
        reversal.amountRefunded = Math.min(state.amountTotal ?? 0, reversal.amountRefunded + cents);
      }),
    loseDispute: (id) =>
      change(id, 'complete', ({ state, reversal }) => {
        if (state.paymentStatus === 'paid') reversal.disputeLost = true;
      }),
    book: (id) => accounts.get(id),
  };
}
