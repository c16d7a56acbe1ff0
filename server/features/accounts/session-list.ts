import Bowser from 'bowser';
import type { SessionEntry } from '../../../shared/schemas/account.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { ActiveSession } from './sessions.ts';

/** Of a User-Agent header, what people know a browser by; null for what is not said. */
export function deviceOf(userAgent: string | null): Pick<SessionEntry, 'browser' | 'system'> {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}

/** Where a user is signed in: this session first, then by when each was last seen. */
export async function listSessions(db: Db, { user, sessionId }: ActiveSession): Promise<SessionEntry[]> {
  const rows = await db.session.findMany({
    where: { userId: user.id, expiresAt: { gt: new Date() } },
    orderBy: { seenAt: 'desc' },
  });
  const entries = rows.map(({ id, publicId, userAgent, createdAt, seenAt }) => ({
    id: publicId,
    ...deviceOf(userAgent),
    signedInAt: createdAt.toISOString(),
    seenAt: seenAt.toISOString(),
    current: id === sessionId,
  }));
  return [...entries.filter(({ current }) => current), ...entries.filter(({ current }) => !current)];
}

/** Signs out where `id`, of the list, says. Throws AppError `not_found` where the user has no such session. */
export async function endSession(db: Db, { user }: ActiveSession, id: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { userId: user.id, publicId: id } });
  if (count === 0) throw new AppError('not_found');
}

/** Signs out everywhere but here. Returns how many sessions ended. */
export async function endOtherSessions(db: Db, { user, sessionId }: ActiveSession): Promise<number> {
  const { count } = await db.session.deleteMany({ where: { userId: user.id, id: { not: sessionId } } });
  return count;
}
