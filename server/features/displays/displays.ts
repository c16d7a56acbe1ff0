import type { Language } from '#shared/languages.ts';
import { familyLimits } from '#shared/family-limits.ts';
import type { Display, DisplaySettings } from '#shared/schemas/display.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import { isSharedKind } from '#shared/shared-page.ts';
import type { Display as DisplayRow } from '#server/generated/prisma/client.ts';
import { inForce, lockCaller } from '#server/platform/credentials.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { createSecret, hashOfSecret, looksLikeSecret } from '#server/platform/secrets.ts';
import { milliseconds } from '#shared/durations.ts';

/** A display as accessed by its secret. */
export interface OpenDisplay {
  userId: string;
  films: FilmRef[] | null;
  dim: Display['dim'];
}

const nameOf = ({ kind, id }: FilmRef): string => `${kind}/${id}`;

/** The display’s films in order; null for all videos. */
function filmsOf({ films }: Pick<DisplayRow, 'films'>): FilmRef[] | null {
  if (films.length === 0) return null;
  return films.flatMap((film) => {
    const [kind, id = ''] = film.split('/');
    return isSharedKind(kind) ? [{ kind, id }] : [];
  });
}

const dimOf = ({ dimFrom, dimUntil }: Pick<DisplayRow, 'dimFrom' | 'dimUntil'>): Display['dim'] =>
  dimFrom === null || dimUntil === null ? null : { from: dimFrom, until: dimUntil };

const columnsOf = ({ name, films, dim }: DisplaySettings) => ({
  name,
  films: films?.map(nameOf) ?? [],
  dimFrom: dim?.from ?? null,
  dimUntil: dim?.until ?? null,
});

const present = (row: DisplayRow): Display => ({
  id: row.id,
  name: row.name,
  films: filmsOf(row),
  dim: dimOf(row),
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt?.toISOString() ?? null,
});

/** The condition of a display that shows films. */
export const active = { stoppedAt: null, ...inForce } as const;

/** The user’s displays, newest first, except stopped and suspended ones. */
export async function listDisplays(db: Db, userId: string): Promise<Display[]> {
  const where = { userId, ...active };
  return (await db.display.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })).map(present);
}

/** The session that creates a display or its link, and the language of the mail that notifies its user. */
export interface DisplayMaker {
  sessionId: string;
  language: Language;
}

/**
 * Creates a display, notifies its user by mail, and returns it with the secret of its link, which is not stored. Does not
 * check that the films are the user's; a display does not show others. Throws AppError `too_many_frames`, also with
 * concurrent requests, and `not_signed_in` if the session has ended.
 */
export async function createDisplay(
  { db, queue }: { db: Db; queue: JobQueue },
  { sessionId, language }: DisplayMaker,
  settings: DisplaySettings,
): Promise<{ frame: Display; secret: string }> {
  const secret = createSecret();
  const row = await db.$transaction(async (tx) => {
    const userId = await lockCaller(tx, sessionId);
    const displays = await tx.display.count({ where: { userId, ...active } });
    if (displays >= familyLimits.frame.maxFrames) throw new AppError('too_many_frames');
    const data = { id: createId(), userId, secretHash: hashOfSecret(secret), ...columnsOf(settings) };
    await enqueue(queue, tx, 'account-mail', { kind: 'frame-created', userId, language });
    return tx.display.create({ data });
  });
  return { frame: present(row), secret };
}

/** Changes a display's settings, which it picks up within a minute. Throws AppError `frame_not_found`. */
export async function changeDisplay(
  db: Db,
  userId: string,
  id: string,
  settings: DisplaySettings,
): Promise<Display> {
  const where = { id, userId, ...active };
  const [row] = await db.display.updateManyAndReturn({ where, data: columnsOf(settings) });
  if (!row) throw new AppError('frame_not_found');
  return present(row);
}

/** Stops one of the user’s displays permanently: nothing is served to it any more. Throws AppError `frame_not_found`. */
export async function stopDisplay(db: Db, userId: string, id: string): Promise<void> {
  const where = { id, userId, ...active };
  const { count } = await db.display.updateMany({ where, data: { stoppedAt: new Date() } });
  if (count === 0) throw new AppError('frame_not_found');
}

/** The active display with this secret; null if there is none, or it was stopped or suspended. */
export async function openDisplay(db: Db, secret: string): Promise<OpenDisplay | null> {
  if (!looksLikeSecret(secret)) return null;
  const row = await db.display.findUnique({ where: { secretHash: hashOfSecret(secret), ...active } });
  return row && { userId: row.userId, films: filmsOf(row), dim: dimOf(row) };
}

const seenEveryMilliseconds = 5 * milliseconds.minute;

/** Records when a display last polled, at most every 5 minutes because displays poll every minute. */
export async function recordLastSeen(db: Db, secret: string, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - seenEveryMilliseconds);
  await db.display.updateMany({
    where: { secretHash: hashOfSecret(secret), OR: [{ seenAt: null }, { seenAt: { lt: before } }] },
    data: { seenAt: now },
  });
}
