import { recordPaidByHand } from '#server/features/payments/paid-by-hand.ts';
import { AdminError, type Command } from './command.ts';

export const withdrawalCommands: readonly Command[] = [
  {
    name: 'withdrawals paid',
    args: ['WITHDRAWAL'],
    summary: 'records that the money of a withdrawal whose refund failed was returned in another way',
    async plan({ db }, [id = '']) {
      const found = await db.withdrawal.findUnique({ where: { id } });
      if (!found) throw new AdminError(`There is no withdrawal ${id}.`);
      if (found.refundedAt || found.refundFailures === 0)
        throw new AdminError('Only a withdrawal whose refund failed is returned in another way.');
      const { userId, amount, sessionId } = found;
      return {
        says: `${amount} cents of the withdrawal ${id} will count as returned to the buyer.`,
        userId,
        subject: id,
        perform: (record) =>
          db.$transaction(async (tx) => {
            if (!(await recordPaidByHand(tx, found)))
              throw new AdminError(`The withdrawal ${id} has been refunded meanwhile.`);
            await record(tx, { amount, sessionId });
            return { amount };
          }),
      };
    },
  },
];
