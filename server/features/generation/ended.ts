import { type ErrorCode, isErrorCode } from '../../../shared/errors.ts';
import { defaultLanguage, isLanguage, type Language } from '../../../shared/languages.ts';
import type { Db } from '../../platform/db.ts';

/** A task that has ended, for whoever tells its owner. */
export interface EndedTask {
  userId: string;
  language: Language;
  /** Null if it ended well. */
  errorCode: ErrorCode | null;
}

/** How a task ended; null if it has not, or if its owner has deleted it. */
export async function readEnded(db: Db, taskId: string): Promise<EndedTask | null> {
  const task = await db.videoTask.findUnique({ where: { id: taskId, deletedAt: null } });
  if (!task?.finishedAt) return null;
  const { userId, language, status, errorCode } = task;
  return {
    ...{ userId, language: isLanguage(language) ? language : defaultLanguage },
    errorCode: status === 'Success' ? null : isErrorCode(errorCode) ? errorCode : 'generation_failed',
  };
}

/** The language of the page that the user last asked for a video from; English where there was none. */
export async function readLatestLanguage(db: Db, userId: string): Promise<Language> {
  const task = await db.videoTask.findFirst({
    where: { userId },
    orderBy: { createdAt: 'desc' },
    select: { language: true },
  });
  return isLanguage(task?.language) ? task.language : defaultLanguage;
}
