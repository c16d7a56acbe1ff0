import {
  estimateRequestSchema,
  estimateSchema,
  usageRequestSchema,
  usageSchema,
} from '#shared/schemas/usage.ts';
import { isTest, personIdOf } from '#server/rpc/caller.ts';
import { operation } from '#server/rpc/operation.ts';
import { getBalance } from '../credits/ledger.ts';
import { readUsualSeconds } from './running/usual-time.ts';
import { readUsage } from './usage.ts';

const day = { creditsSpent: 3, creditsReturned: 1, videos: 2, failed: 1 };

export const usageOperations = {
  usage: operation({
    summary:
      'Returns the credits spent and the videos made on each of the last days, 30 by default. Days are in UTC; those on which nothing happened are left out.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'getUsage',
      tag: 'Credits',
      method: 'get',
      path: '/api/usage',
      errors: ['invalid_request'],
      query: { days: { description: 'The number of days, 1 to 366, today included.', example: '7' } },
      result: { from: '2026-11-22', to: '2026-11-28', total: day, days: [{ day: '2026-11-27', ...day }] },
    },
  })
    .input(usageRequestSchema.optional())
    .output(usageSchema)
    .query(({ ctx, input }) =>
      readUsage(ctx.deps.db, ctx.auth, (input ?? usageRequestSchema.parse({})).days),
    ),
};

export const estimateOperations = {
  estimate: operation({
    summary:
      'Returns what the videos of this many photos would cost, whether the balance suffices, and how long a video usually takes. Nothing is reserved.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'estimateVideo',
      tag: 'Videos',
      method: 'get',
      path: '/api/video/estimate',
      errors: ['invalid_request'],
      query: { photos: { description: 'The number of photos, 1 to 20; 1 by default.', example: '3' } },
      result: {
        photos: 3,
        credits: 3,
        balance: 12,
        affordable: true,
        usualSeconds: { min: 12, max: 40 },
      },
    },
  })
    .input(estimateRequestSchema.optional())
    .output(estimateSchema)
    .query(async ({ ctx: { deps, auth }, input }) => {
      const { photos } = input ?? estimateRequestSchema.parse({});
      const credits = isTest(auth) ? 0 : photos;
      const [balance, usualSeconds] = await Promise.all([
        getBalance(deps.db, personIdOf(auth)),
        readUsualSeconds(deps),
      ]);
      return { photos, credits, balance, affordable: balance >= credits, usualSeconds };
    }),
};
