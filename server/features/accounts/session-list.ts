import Bowser from 'bowser';
import type { SessionEntry } from '#shared/schemas/account.ts';
import type { Db } from '#server/platform/database/db.ts';
import { lockAccount } from '#server/platform/credentials.ts';
import { AppError } from '#server/platform/errors.ts';
import { endLinks } from './credentials.ts';
import type { ActiveSession } from './sessions.ts';

/** The browser and operating system that a User-Agent header names; null for what it does not name. */
export function deviceOf(userAgent: string | null): Pick<SessionEntry, 'browser' | 'system'> {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  return { browser: browser.name || null, system: os.name || null };
}

/** The user's active sessions: this one first, then the most recently seen. */
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

/** Ends the session that has this `id` in the list. Throws AppError `not_found` if the user has no such session. */
export async function endSession(db: Db, { user }: ActiveSession, id: string): Promise<void> {
  const { count } = await db.session.deleteMany({ where: { userId: user.id, publicId: id } });
  if (count === 0) throw new AppError('not_found');
}

/** Ends all other sessions of the user, and every pending link. Returns how many sessions. */
export async function endOtherSessions(db: Db, { user, sessionId }: ActiveSession): Promise<number> {
  return db.$transaction(async (tx) => {
    await lockAccount(tx, user.id);
    await endLinks(tx, user.id);
    const others = { userId: user.id, id: { not: sessionId } };
    const { count } = await tx.session.deleteMany({ where: others });
    return count;
  });
}
