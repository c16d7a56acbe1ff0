import { packageOf } from '#shared/packages.ts';
import { openAccount } from '#server/features/credits/ledger.ts';
import { failTask } from '#server/features/generation/running/video-job.ts';
import { requestGeneration } from '#server/features/generation/requests/request-generation.ts';
import { confirmPayment } from '#server/features/payments/purchasing/confirm.ts';
import type { PaymentDeps } from '#server/features/payments/deps.ts';
import { handlePaymentEvent } from '#server/features/payments/payment-events.ts';
import { payBack } from '#server/features/payments/withdrawals/pay-back.ts';
import { recordPurchase } from '#server/features/payments/purchases.ts';
import { withdraw } from '#server/features/payments/withdrawals/withdrawal.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import type { Db } from '#server/platform/database/db.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { createUser } from '../support/ledger.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { crashingDb, type Pools } from './crashing-db.ts';
import { packageFor, type Step } from './histories.ts';
import { createFakeProvider, type FakeProvider } from './fake-provider.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

/** The environment of a history: the pools of its database, and the dependencies of generations. */
export interface Arena extends Pools {
  queue: JobQueue;
  storage: Storage;
  photo: Blob;
}

/** Two users, their sessions, and what was acknowledged to them. */
export interface HistoryState {
  users: string[];
  provider: FakeProvider;
  /** The few sessions of each user; a session exists once it was opened. */
  sessions: string[][];
  /** Effects that were acknowledged: `spend TASK`, `fail TASK`, `withdraw WITHDRAWAL`. */
  acknowledged: Set<string>;
}

const logger = createLogger('silent');
const video = { name: 'local' as const, isAvailable: () => Promise.resolve(true) };
const three = () => Array.from({ length: 3 }, createId);

/** Its photos are uploaded, never fetched from a URL. */
const nothingLinked = { uploadDir: '', env: { localDevelopment: false } };

export async function createState({ alive }: Arena): Promise<HistoryState> {
  const users = [await createUser(alive.db), await createUser(alive.db)];
  return {
    users,
    provider: createFakeProvider(),
    sessions: users.map(() => three().map((id) => `cs_test_${id}`)),
    acknowledged: new Set(),
  };
}

export function paymentDeps(
  db: Db,
  { provider }: HistoryState,
  { queue }: Pick<Arena, 'queue'>,
): PaymentDeps {
  return { db, queue, payments: provider, logger };
}

/** Performs one step, with its crash and its replay. Throws everything other than the crash and legitimate refusals. */
export async function perform(arena: Arena, stage: HistoryState, step: Step): Promise<void> {
  const { db, hasCrashed } = crashingDb(arena, step.crash);
  try {
    await act(db, arena, stage, step);
  } catch (error) {
    const refused =
      error instanceof AppError &&
      ['insufficient_credits', 'payment_not_found', 'withdrawal_not_possible'].includes(error.code);
    if (!hasCrashed() && !refused) throw error;
  }
  if (step.replay) await perform(arena, stage, { ...step, crash: undefined, replay: false });
}

async function act(db: Db, arena: Arena, stage: HistoryState, step: Step): Promise<void> {
  const { provider, acknowledged } = stage;
  const userId = stage.users[step.user] ?? '';
  const session = stage.sessions[step.user]?.[step.which] ?? '';
  const deps = paymentDeps(db, stage, arena);
  const book = provider.book(session);
  const total = book?.state.amountTotal ?? 0;
  const tasks: Record<Step['kind'], () => Promise<unknown> | void> = {
    'sign-up': () => db.$transaction((tx) => openAccount(tx, userId)),
    async buy() {
      await tasks.checkout();
      provider.pay(session, couponed(provider.book(session)?.state.amountTotal ?? 0, step.how), false);
    },
    async checkout() {
      const packageId = packageFor(step.how);
      if (!book) provider.open(session, userId, packageId);
      // A process that crashes here leaves a session at the provider that we don't know of.
      const opened = provider.book(session)?.state.packageId ?? packageId;
      await recordPurchase(db, {
        sessionId: session,
        userId,
        packageId: opened as typeof packageId,
        language: 'it',
      });
    },
    pay: () => provider.pay(session, couponed(total, step.how), false),
    'pay-later': () => provider.pay(session, couponed(total, step.how), true),
    arrive: () => provider.arrive(session),
    expire: () => provider.expire(session),
    webhook: () => handlePaymentEvent(deps, { kind: 'checkout', sessionId: session }),
    'success-page': () => confirmPayment(deps, userId, session),
    'reversal-webhook': () =>
      handlePaymentEvent(deps, { kind: 'reversal', paymentIntentId: `pi_${session}` }),
    'refund-money': () => provider.refund(session, step.how),
    'fail-refund': () => provider.failRefund(session),
    // Half of them are about the whole payment.
    'lose-dispute': () => provider.loseDispute(session, step.how % 2 === 0 ? Infinity : step.how),
    async withdraw() {
      const order = { userId, sessionId: session, language: 'it' as const };
      const { id } = await withdraw(deps, order);
      acknowledge(acknowledged, `withdraw ${id}`);
    },
    async 'buy-and-withdraw'() {
      await tasks.buy();
      await tasks['success-page']();
      if (step.how % 2 === 0) await tasks.spend();
      await tasks.withdraw();
      if (step.how % 3 === 0) await tasks.fail();
    },
    'pay-back': () => payBackAll(deps, stage),
    async spend() {
      const { queue, storage, photo } = arena;
      const request = {
        userId,
        photo,
        originalFilename: 'a.jpg',
        prompt: '',
        ...defaultAnimationOptions,
        language: 'it' as const,
      };
      const { taskId } = await requestGeneration({ db, queue, storage, video, ...nothingLinked }, request);
      acknowledge(acknowledged, `spend ${taskId}`);
    },
    async fail() {
      const orderBy = { createdAt: 'desc' } as const;
      const made = await arena.alive.db.videoTask.findMany({ where: { userId }, orderBy });
      const task = made[step.how % Math.max(1, made.length)];
      if (!task) return;
      const tools = { db, queue: arena.queue, env: { MAIL_AFTER: Number.POSITIVE_INFINITY } };
      if (await failTask(tools, task.id, 'generation_failed')) acknowledge(acknowledged, `fail ${task.id}`);
    },
    // Rare by chance: a purchase is refunded while videos paid with it are being made, which then fail.
    async 'fail-after-refund'() {
      await tasks.buy();
      await tasks['success-page']();
      for (let each = 0; each < 3; each += 1) await tasks.spend();
      provider.refund(session, provider.book(session)?.state.amountTotal ?? 0);
      await tasks['reversal-webhook']();
      await tasks.fail();
    },
    // Rare by chance: the money of a withdrawal comes back, once or twice.
    async 'withdraw-in-vain'() {
      await tasks['buy-and-withdraw']();
      provider.failRefund(session);
      await tasks['reversal-webhook']();
      await tasks['pay-back']();
      if (step.how % 4 === 0) provider.failRefund(session);
      if (step.how % 3 === 0) await tasks.spend();
    },
    sweep: () => settle(deps, stage),
  };
  await tasks[step.kind]();
}

function couponed(total: number, how: number): number {
  if (how % 5 === 0) return 0;
  return how % 5 === 1 ? Math.round(total * 0.9) : total;
}

function acknowledge(acknowledged: Set<string>, effect: string): void {
  if (acknowledged.has(effect)) throw new Error(`${effect} was told twice`);
  acknowledged.add(effect);
}

/** The final work of the sweep: pays out withdrawals, and checks every session and every reversal. */
export async function settle(deps: PaymentDeps, stage: HistoryState): Promise<void> {
  await payBackAll(deps, stage);
  for (const session of stage.sessions.flat()) {
    if (!stage.provider.book(session)) continue;
    await handlePaymentEvent(deps, { kind: 'checkout', sessionId: session });
    await handlePaymentEvent(deps, { kind: 'reversal', paymentIntentId: `pi_${session}` });
  }
  // Of refunds that turned out to have failed.
  await payBackAll(deps, stage);
}

/** Only for this stage: concurrent histories have other providers. */
async function payBackAll(deps: PaymentDeps, { users }: HistoryState): Promise<void> {
  const open = await deps.db.withdrawal.findMany({ where: { userId: { in: users }, refundedAt: null } });
  for (const withdrawal of open) await payBack(deps, withdrawal);
}

/** The credits due for a session: those of its package if it is paid, otherwise none. */
export function dueCredits({ provider }: HistoryState, session: string): number {
  const state = provider.book(session)?.state;
  const paid = state?.status === 'complete' && state.paymentStatus !== 'unpaid';
  return paid ? packageOf(state.packageId as ReturnType<typeof packageFor>).credits : 0;
}
