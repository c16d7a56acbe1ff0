import fc from 'fast-check';
import { packageIds } from '#shared/packages.ts';
import type { Crash } from '../support/ledger.ts';

/** A step in a buyer's history. Numbers choose among few users, sessions and tasks, so that steps interact. */
export interface Step {
  kind:
    | 'sign-up'
    | 'buy'
    | 'checkout'
    | 'pay'
    | 'pay-later'
    | 'arrive'
    | 'expire'
    | 'webhook'
    | 'success-page'
    | 'reversal-webhook'
    | 'refund-money'
    | 'fail-refund'
    | 'withdraw-in-vain'
    | 'lose-dispute'
    | 'withdraw'
    | 'buy-and-withdraw'
    | 'pay-back'
    | 'spend'
    | 'fail'
    | 'fail-after-refund'
    | 'sweep';
  user: number;
  which: number;
  /** Selects packages, coupons and amounts. */
  how: number;
  crash: Crash | undefined;
  /** Whether it happens a second time, after its process restarts. */
  replay: boolean;
}

const kinds: { weight: number; arbitrary: fc.Arbitrary<Step['kind']> }[] = [
  [1, 'sign-up'],
  [8, 'buy'],
  [2, 'checkout'],
  [2, 'pay'],
  [1, 'pay-later'],
  [1, 'arrive'],
  [1, 'expire'],
  [4, 'webhook'],
  [3, 'success-page'],
  [4, 'reversal-webhook'],
  [5, 'refund-money'],
  [4, 'fail-refund'],
  [3, 'withdraw-in-vain'],
  [1, 'lose-dispute'],
  [4, 'withdraw'],
  [4, 'buy-and-withdraw'],
  [1, 'pay-back'],
  [5, 'spend'],
  [2, 'fail'],
  [4, 'fail-after-refund'],
  [1, 'sweep'],
].map(([weight, kind]) => ({
  weight: weight as number,
  arbitrary: fc.constant(kind as Step['kind']),
}));

const crash: fc.Arbitrary<Crash> = fc.record({
  before: fc.nat(12),
  how: fc.constantFrom('throw', 'throw', 'kill'),
});

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds),
  user: fc.constantFrom(0, 0, 0, 1),
  which: fc.constantFrom(0, 0, 1, 1, 2),
  how: fc.nat(1000),
  crash: fc.option(crash, { nil: undefined, freq: 3 }),
  replay: fc.boolean(),
});

const few = fc.array(step, { minLength: 1, maxLength: 8 });
const many = fc.array(step, { minLength: 50, maxLength: 50 });

/** Batches of steps: those of a batch, up to 50, run concurrently. */
export const history: fc.Arbitrary<Step[][]> = fc.oneof(
  { weight: 24, arbitrary: fc.array(few, { minLength: 1, maxLength: 4, size: 'max' }) },
  { weight: 1, arbitrary: fc.tuple(few, many) },
);

/** The package that a number selects. */
export const packageFor = (how: number) => packageIds[how % packageIds.length] ?? 'heritage';
