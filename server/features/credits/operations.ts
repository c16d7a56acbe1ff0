import { balanceSchema, purchaseCountSchema } from '#shared/schemas/credits.ts';
import { creditHistorySchema, historyRequestSchema } from '#shared/schemas/payments.ts';
import { personIdOf } from '#server/rpc/caller.ts';
import { operation } from '#server/rpc/operation.ts';
import { openStream, tracked } from '#server/rpc/streams.ts';
import { countPurchases, listEntries } from './history.ts';
import { getBalance } from './ledger.ts';
import { watchBalance } from './watch-balance.ts';

// A caller sees the credits of the account's owner, also with a test token, although that never spends any.

export const creditOperations = {
  balance: operation({
    summary: 'Returns the number of credits left.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'getBalance',
      tag: 'Credits',
      method: 'get',
      path: '/api/credits/balance',
      errors: [],
      result: { credits: 12 },
    },
  })
    .output(balanceSchema)
    .query(async ({ ctx }) => ({ credits: await getBalance(ctx.deps.db, personIdOf(ctx.auth)) })),

  watch: operation({
    summary: 'Streams the balance: at once, and at every change, for as long as the client listens.',
    access: { scope: 'read' },
  }).subscription(async function* ({ ctx, signal }) {
    using stream = openStream(ctx, signal);
    for await (const balance of watchBalance(ctx.deps, personIdOf(ctx.auth), stream.signal)) {
      yield tracked(String(balance.credits), balance);
    }
  }),

  purchases: operation({
    summary:
      'Returns the number of purchases so far: a client that sees it grow knows of a new one, in whatever tab it was made.',
    access: 'session',
  })
    .output(purchaseCountSchema)
    .query(({ ctx }) => countPurchases(ctx.deps.db, ctx.auth.user.id)),

  history: operation({
    summary: 'Lists the latest changes of the balance, newest first.',
    access: { scope: 'read' },
  })
    .input(historyRequestSchema.optional())
    .output(creditHistorySchema)
    .query(({ ctx, input }) =>
      listEntries(ctx.deps.db, ctx.auth.user.id, input ?? historyRequestSchema.parse({})),
    ),
};
