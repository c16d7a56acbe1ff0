import { listEntries } from '#server/features/credits/history.ts';
import { adjust, getBalance } from '#server/features/credits/ledger.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { type Action, AdminError, type Command } from './command.ts';
import { creditsFrom, findUser } from './find.ts';

/** A manual adjustment of the ledger: `sign` is 1 to give credits, -1 to take them. */
function adjustment(name: string, sign: 1 | -1, summary: string): Action {
  return {
    name,
    args: ['USER', 'CREDITS'],
    summary,
    async plan({ db }, [user, amount]) {
      const { id: userId, email } = await findUser({ db }, user);
      const delta = sign * creditsFrom(amount);
      const balance = await getBalance(db, userId);
      return {
        says: `${email} has ${balance} credits and will have ${balance + delta}.`,
        userId,
        perform: (record) =>
          db.$transaction(async (tx) => {
            const reference = createId();
            try {
              await adjust(tx, { userId, delta, reference });
            } catch (error) {
              if (!(error instanceof AppError)) throw error;
              throw new AdminError(`${email} has fewer than ${-delta} credits.`, { cause: error });
            }
            await publish(tx, { userId, topic: 'balance', id: userId });
            await record(tx, { delta, reference });
            return { credits: await getBalance(tx, userId) };
          }),
      };
    },
  };
}

export const creditCommands: readonly Command[] = [
  {
    name: 'credits history',
    args: ['USER'],
    summary: 'lists the ledger of a user, newest first',
    async read({ db }, [user]) {
      const { id } = await findUser({ db }, user);
      return listEntries(db, id, { limit: 200 });
    },
  },
  adjustment('credits grant', 1, 'gives a user credits'),
  adjustment('credits take', -1, 'takes credits from a user, never below 0'),
];
