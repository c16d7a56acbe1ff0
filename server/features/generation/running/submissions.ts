import { Prisma } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import { emit } from '#server/platform/logging/telemetry.ts';
import type { SubmissionLog, SubmissionOutcome } from '#server/providers/video/types.ts';

/** Longer reasons are truncated: their length depends on the provider. */
const maxReasonLength = 1000;

/** The submissions of one task, stored in the database. */
export function createSubmissionLog(db: Db, taskId: string): SubmissionLog {
  return {
    async latest(provider) {
      const row = await db.submission.findFirst({
        where: { taskId, provider },
        orderBy: { number: 'desc' },
        select: { number: true, remoteId: true, outcome: true },
      });
      return row && { ...row, outcome: row.outcome as SubmissionOutcome | null };
    },
    async open(provider, number) {
      try {
        await db.submission.create({ data: { taskId, provider, number } });
        emit('submission-opened', { provider });
        return true;
      } catch (error) {
        if (error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002') return false;
        throw error;
      }
    },
    async accept(provider, number, remoteId) {
      await db.submission.update({
        where: { taskId_provider_number: { taskId, provider, number } },
        data: { remoteId },
      });
    },
    async end(provider, number, outcome, reason) {
      const { count } = await db.submission.updateMany({
        where: { taskId, provider, number },
        data: { outcome, reason: reason.slice(0, maxReasonLength), endedAt: new Date() },
      });
      if (count > 0) emit('submission-failed', { provider, outcome });
    },
  };
}
