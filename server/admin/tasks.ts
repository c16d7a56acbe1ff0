import { appLimits } from '../../shared/app-limits.ts';
import { refund } from '../features/credits/ledger.ts';
import { retryTask } from '../features/generation/retry.ts';
import { failTask } from '../features/generation/work.ts';
import { publish } from '../platform/events.ts';
import { AdminError, type Command } from './command.ts';
import { findTask } from './find.ts';

export const taskCommands: readonly Command[] = [
  {
    name: 'tasks show',
    args: ['TASK'],
    summary: 'all that is known of one task',
    async read({ db }, [id]) {
      const {
        prompt: _prompt,
        name: _name,
        sender: _sender,
        dedication: _dedication,
        ...task
      } = await findTask({ db }, id);
      const submissions = await db.submission.findMany({ where: { taskId: task.id } });
      return { ...task, submissions };
    },
  },
  {
    name: 'tasks retry',
    args: ['TASK'],
    summary: 'asks once more for what a failed task was asked for, as a new task and for no credit',
    async plan(deps, [id]) {
      const task = await findTask(deps, id);
      const { id: subject, userId, errorCode } = task;
      return {
        says: `What task ${subject} was asked for (${errorCode ?? 'it has not failed'}) is made as a new task. It costs no credit.`,
        ...{ userId, subject },
        async perform(record) {
          const accepted = await retryTask(deps, task, record);
          if (!accepted)
            throw new AdminError(
              `Task ${subject} has not failed, was canceled, is a test, or has no photo left.`,
            );
          return accepted;
        },
      };
    },
  },
  {
    name: 'tasks fail',
    args: ['TASK'],
    summary: 'ends a task that goes on for ever, with its credit back',
    async plan(deps, [id]) {
      const { id: subject, userId, status } = await findTask(deps, id);
      return {
        says: `Task ${subject} (${status}) ends as failed, and its credit goes back.`,
        ...{ userId, subject },
        async perform(record) {
          if (!(await failTask(deps, subject, 'generation_failed', record)))
            throw new AdminError(`Task ${subject} has ended already.`);
          return { status: 'Fail' };
        },
      };
    },
  },
  {
    name: 'tasks refund',
    args: ['TASK'],
    summary: 'gives the credit of a task back; the video stays',
    async plan({ db }, [id]) {
      const { id: subject, userId } = await findTask({ db }, id);
      return {
        says: `The credit of task ${subject} goes back; its video stays.`,
        ...{ userId, subject },
        perform: (record) =>
          db.$transaction(async (tx) => {
            const amount = appLimits.generation.creditCost;
            if (!(await refund(tx, { userId, amount, reference: subject })))
              throw new AdminError(`The credit of task ${subject} has gone back already.`);
            await publish(tx, { userId, topic: 'balance', id: userId });
            await record(tx);
            return { refunded: amount };
          }),
      };
    },
  },
];
