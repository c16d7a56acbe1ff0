import type { RateLimiter } from '../services/limiters/limiters.ts';
import type { RateLimiters } from '../services/rate-limit.ts';
import { type Caller, isTest, personIdOf } from './caller.ts';
import type { Context } from './context.ts';

/** Counts a call against the limits of its operation. Throws AppError `too_many_requests`. */
export type Limit = (ctx: Context & { auth: Caller }) => Promise<void>;
/** The same for callers without an account. */
export type AddressLimit = (ctx: Context) => Promise<void>;

/** The limits that count a call by one key. */
type Keyed = {
  [Name in keyof RateLimiters]: RateLimiters[Name] extends RateLimiter ? Name : never;
}[keyof RateLimiters];

const take = async ({ deps, reportLimit }: Context, name: Keyed, key: string): Promise<void> => {
  await deps.limiters[name].take(key, reportLimit);
};

/** Counts calls by the caller's account; test tokens have one of their own. */
export const perAccount =
  (name: Keyed): Limit =>
  (ctx) =>
    take(ctx, name, ctx.auth.user.id);

/** Counts calls by person: those of test tokens count for their owner. */
export const perPerson =
  (name: Keyed): Limit =>
  (ctx) =>
    take(ctx, name, personIdOf(ctx.auth));

/** Counts calls by network address. */
export const perAddress =
  (name: Keyed): AddressLimit =>
  (ctx) =>
    take(ctx, name, ctx.address);

/** The limit, and for a test token also that of what tests may start. */
export const withTests =
  (limit: Limit): Limit =>
  async (ctx) => {
    await limit(ctx);
    if (isTest(ctx.auth)) await take(ctx, 'tests', ctx.auth.user.id);
  };
