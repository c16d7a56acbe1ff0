import { appLimits } from '#shared/app-limits.ts';
import { refund } from '#server/features/credits/ledger.ts';
import { retryTask } from '#server/features/generation/running/retry-generation.ts';
import { failTask } from '#server/features/generation/running/video-job.ts';
import { publish } from '#server/platform/database/events.ts';
import { AdminError, type Command } from './command.ts';
import { findTask } from './find.ts';

export const taskCommands: readonly Command[] = [
  {
    name: 'tasks show',
    args: ['TASK'],
    summary: 'shows everything about a task',
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
    summary: 'repeats a failed task as a new one, free of charge',
    async plan(deps, [id]) {
      const task = await findTask(deps, id);
      const { id: subject, userId, errorCode } = task;
      return {
        says: `Task ${subject} (${errorCode ?? 'not failed'}) will be repeated as a new task, free of charge.`,
        userId,
        subject,
        async perform(record) {
          const accepted = await retryTask(deps, task, record);
          if (!accepted)
            throw new AdminError(
              `Task ${subject} has not failed, was cancelled, is a test, or has no photo left.`,
            );
          return accepted;
        },
      };
    },
  },
  {
    name: 'tasks fail',
    args: ['TASK'],
    summary: 'ends an unfinished task as failed and refunds its credit',
    async plan(deps, [id]) {
      const { id: subject, userId, status } = await findTask(deps, id);
      return {
        says: `Task ${subject} (${status}) will end as failed, and its credit will be refunded.`,
        userId,
        subject,
        async perform(record) {
          if (!(await failTask(deps, subject, 'generation_failed', record)))
            throw new AdminError(`Task ${subject} has already ended.`);
          return { status: 'Fail' };
        },
      };
    },
  },
  {
    name: 'tasks refund',
    args: ['TASK'],
    summary: 'refunds a task’s credit; its video is kept',
    async plan({ db }, [id]) {
      const { id: subject, userId } = await findTask({ db }, id);
      return {
        says: `The credit of task ${subject} will be refunded; its video is kept.`,
        userId,
        subject,
        perform: (record) =>
          db.$transaction(async (tx) => {
            const amount = appLimits.generation.creditCost;
            if (!(await refund(tx, { userId, amount, reference: subject })))
              throw new AdminError(`The credit of task ${subject} has already been refunded.`);
            await publish(tx, { userId, topic: 'balance', id: userId });
            await record(tx);
            return { refunded: amount };
          }),
      };
    },
  },
];
