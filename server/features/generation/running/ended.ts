import { type ErrorCode, isErrorCode } from '#shared/errors.ts';
import { defaultLanguage, isLanguage, type Language } from '#shared/languages.ts';
import type { Db } from '#server/platform/database/db.ts';
import { videosVisibleTo } from '#server/features/media/visibility.ts';

/** An ended task, with what is needed to notify its owner. */
export interface EndedTask {
  userId: string;
  language: Language;
  /** Null if it succeeded. */
  errorCode: ErrorCode | null;
}

/** How a task ended; null if it has not ended, or if its owner has deleted it. */
export async function readEnded(db: Db, taskId: string): Promise<EndedTask | null> {
  const task = await db.videoTask.findUnique({ where: { ...videosVisibleTo('session'), id: taskId } });
  if (!task?.finishedAt) return null;
  const { userId, language, status, errorCode } = task;
  return {
    userId,
    language: isLanguage(language) ? language : defaultLanguage,
    errorCode: status === 'Success' ? null : isErrorCode(errorCode) ? errorCode : 'generation_failed',
  };
}

/** The language of the user's latest video request; the default language if there is none. */
export async function readLatestLanguage(db: Db, userId: string): Promise<Language> {
  const task = await db.videoTask.findFirst({
    where: { userId },
    orderBy: { createdAt: 'desc' },
    select: { language: true },
  });
  return isLanguage(task?.language) ? task.language : defaultLanguage;
}
