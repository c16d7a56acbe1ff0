import type { ErrorCode } from '../../../shared/errors.ts';
import { limits } from '../../../shared/limits.ts';
import { statusesBefore } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import { refund } from '../credits/ledger.ts';

/** What a run has put into the storage. */
export interface RunResult {
  renditionPrefix: string;
  width: number;
  height: number;
}

/**
 * Ends the task well. False if it had ended already, or is not known: the caller then removes what it made.
 * The one conditional update is what makes a job's effect happen once, however often the job runs.
 */
export async function succeed(db: Db, taskId: string, result: RunResult): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const ended = await tx.videoTask.updateManyAndReturn({
      where: { id: taskId, status: { in: statusesBefore('Success') } },
      data: { ...result, status: 'Success', stage: 'finalizing', progress: 1, finishedAt: new Date() },
      select: { userId: true },
    });
    for (const { userId } of ended) await publish(tx, { userId, topic: 'task', id: taskId });
    return ended.length > 0;
  });
}

/** Ends the task badly and gives its credit back, in one transaction. False if it had ended already. */
export async function fail(db: Db, taskId: string, errorCode: ErrorCode): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const ended = await tx.videoTask.updateManyAndReturn({
      where: { id: taskId, status: { in: statusesBefore('Fail') } },
      data: { status: 'Fail', errorCode, finishedAt: new Date() },
      select: { userId: true },
    });
    for (const { userId } of ended) {
      await refund(tx, { userId, amount: limits.generation.creditCost, reference: taskId });
      await publish(tx, { userId, topic: 'task', id: taskId });
      await publish(tx, { userId, topic: 'balance', id: userId });
    }
    return ended.length > 0;
  });
}
