import type { PgBoss } from 'pg-boss';
import type { ErrorCode } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { statusesBefore } from '../../../shared/status.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import { enqueue } from '../../platform/queue.ts';
import { refund } from '../credits/ledger.ts';

export interface FinishDeps {
  db: Db;
  queue: PgBoss;
  /** MAIL_AFTER: how many seconds somebody has to have waited to be told of the end by mail. */
  env: { MAIL_AFTER: number };
}

/** What a run has put into the storage. */
export interface RunResult {
  renditionPrefix: string;
  width: number;
  height: number;
  /** Who made it. */
  provider: string;
}

/**
 * Ends the task well. False if it had ended already, or is not known: the caller then removes what it made.
 * The one conditional update is what makes a job's effect happen once, however often the job runs.
 */
export async function succeed(deps: FinishDeps, taskId: string, result: RunResult): Promise<boolean> {
  return deps.db.$transaction(async (tx) => {
    const ended = await tx.videoTask.updateManyAndReturn({
      where: { id: taskId, status: { in: statusesBefore('Success') } },
      data: {
        ...result,
        ...{
          status: 'Success',
          stage: 'finalizing',
          progress: 1,
          providerStatus: null,
          finishedAt: new Date(),
        },
      },
      select: announced,
    });
    for (const task of ended) await announce(deps, tx, task);
    return ended.length > 0;
  });
}

/** Ends the task badly and gives its credit back, in one transaction. False if it had ended already. */
export async function fail(deps: FinishDeps, taskId: string, errorCode: ErrorCode): Promise<boolean> {
  return deps.db.$transaction(async (tx) => {
    const ended = await tx.videoTask.updateManyAndReturn({
      where: { id: taskId, status: { in: statusesBefore('Fail') } },
      data: { status: 'Fail', errorCode, finishedAt: new Date() },
      select: announced,
    });
    for (const task of ended) {
      const { userId } = task;
      await refund(tx, { userId, amount: limits.generation.creditCost, reference: taskId });
      await announce(deps, tx, task);
      await publish(tx, { userId, topic: 'balance', id: userId });
    }
    return ended.length > 0;
  });
}

const announced = { id: true, userId: true, createdAt: true } as const;

/** Tells whoever watches, and by mail whoever has stopped watching. */
async function announce(
  { queue, env }: FinishDeps,
  tx: Tx,
  { id, userId, createdAt }: { id: string; userId: string; createdAt: Date },
): Promise<void> {
  await publish(tx, { userId, topic: 'task', id });
  const waited = (Date.now() - createdAt.getTime()) / 1000;
  if (waited >= env.MAIL_AFTER) await enqueue(queue, tx, 'send-mail', { taskId: id }, { key: id });
}
