import { defineSchedule } from '#server/platform/jobs/definition.ts';
import type { PaymentDeps } from './deps.ts';
import { payBackWithdrawals } from './withdrawals/pay-back.ts';
import { sweepPayments } from './reconciling/sweep-payments.ts';

/** Each item may take a call or two of the provider, and a run takes at most fifty of each kind. */
const everyTwoMinutes = { cron: '*/2 * * * *', everySeconds: 120, timeoutSeconds: 900 };

export const paymentSchedules = [
  defineSchedule({
    name: 'pay-back-withdrawals',
    ...everyTwoMinutes,
    run: (deps: PaymentDeps, signal) => payBackWithdrawals(deps, signal),
  }),
  defineSchedule({
    name: 'check-purchases',
    ...everyTwoMinutes,
    async run(deps: PaymentDeps, signal) {
      await sweepPayments(deps, Date.now(), signal);
    },
  }),
];
