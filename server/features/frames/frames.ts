import type { Language } from '../../../shared/languages.ts';
import { familyLimits } from '../../../shared/family-limits.ts';
import type { Frame, FrameSettings } from '../../../shared/schemas/frame.ts';
import type { FilmRef } from '../../../shared/schemas/share.ts';
import { isSharedKind } from '../../../shared/shared-page.ts';
import type { Frame as FrameRow } from '../../generated/prisma/client.ts';
import { inForce, lockCaller } from '../../platform/credentials.ts';
import type { Db } from '../../platform/database/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import { createSecret, hashOfSecret, looksLikeSecret } from '../../platform/secrets.ts';
import { milliseconds } from '../../../shared/durations.ts';

/** A frame as accessed by its secret. */
export interface OpenFrame {
  userId: string;
  films: FilmRef[] | null;
  dim: Frame['dim'];
}

const nameOf = ({ kind, id }: FilmRef): string => `${kind}/${id}`;

/** The frame's films in order; null for all videos. */
function filmsOf({ films }: Pick<FrameRow, 'films'>): FilmRef[] | null {
  if (films.length === 0) return null;
  return films.flatMap((film) => {
    const [kind, id = ''] = film.split('/');
    return isSharedKind(kind) ? [{ kind, id }] : [];
  });
}

const dimOf = ({ dimFrom, dimUntil }: Pick<FrameRow, 'dimFrom' | 'dimUntil'>): Frame['dim'] =>
  dimFrom === null || dimUntil === null ? null : { from: dimFrom, until: dimUntil };

const columnsOf = ({ name, films, dim }: FrameSettings) => ({
  name,
  films: films?.map(nameOf) ?? [],
  dimFrom: dim?.from ?? null,
  dimUntil: dim?.until ?? null,
});

const present = (row: FrameRow): Frame => ({
  id: row.id,
  name: row.name,
  films: filmsOf(row),
  dim: dimOf(row),
  createdAt: row.createdAt.toISOString(),
  seenAt: row.seenAt?.toISOString() ?? null,
});

/** The condition of a frame that shows films. */
const active = { stoppedAt: null, ...inForce } as const;

/** The user's frames, newest first, except stopped and suspended ones. */
export async function listFrames(db: Db, userId: string): Promise<Frame[]> {
  const where = { userId, ...active };
  return (await db.frame.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })).map(present);
}

/** The session that creates a frame, and the language of the mail that notifies its user. */
interface FrameMaker {
  sessionId: string;
  language: Language;
}

/**
 * Creates a frame, notifies its user by mail, and returns it with the secret of its link, which is not stored. Does not
 * check that the films are the user's; a frame does not show others. Throws AppError `too_many_frames`, also with
 * concurrent requests, and `not_signed_in` if the session has ended.
 */
export async function createFrame(
  { db, queue }: { db: Db; queue: JobQueue },
  { sessionId, language }: FrameMaker,
  settings: FrameSettings,
): Promise<{ frame: Frame; secret: string }> {
  const secret = createSecret();
  const row = await db.$transaction(async (tx) => {
    const userId = await lockCaller(tx, sessionId);
    const frames = await tx.frame.count({ where: { userId, ...active } });
    if (frames >= familyLimits.frame.maxFrames) throw new AppError('too_many_frames');
    const data = { id: createId(), userId, secretHash: hashOfSecret(secret), ...columnsOf(settings) };
    await enqueue(queue, tx, 'account-mail', { kind: 'frame-created', userId, language });
    return tx.frame.create({ data });
  });
  return { frame: present(row), secret };
}

/** Changes a frame's settings, which it picks up within a minute. Throws AppError `frame_not_found`. */
export async function changeFrame(
  db: Db,
  userId: string,
  id: string,
  settings: FrameSettings,
): Promise<Frame> {
  const where = { id, userId, ...active };
  const [row] = await db.frame.updateManyAndReturn({ where, data: columnsOf(settings) });
  if (!row) throw new AppError('frame_not_found');
  return present(row);
}

/** Stops one of the user's frames permanently: nothing is served to it any more. Throws AppError `frame_not_found`. */
export async function stopFrame(db: Db, userId: string, id: string): Promise<void> {
  const where = { id, userId, ...active };
  const { count } = await db.frame.updateMany({ where, data: { stoppedAt: new Date() } });
  if (count === 0) throw new AppError('frame_not_found');
}

/** The active frame with this secret; null if there is none, or it was stopped or suspended. */
export async function openFrame(db: Db, secret: string): Promise<OpenFrame | null> {
  if (!looksLikeSecret(secret)) return null;
  const row = await db.frame.findUnique({ where: { secretHash: hashOfSecret(secret), ...active } });
  return row && { userId: row.userId, films: filmsOf(row), dim: dimOf(row) };
}

const seenEveryMilliseconds = 5 * milliseconds.minute;

/** Records when a frame last polled, at most every 5 minutes because frames poll every minute. */
export async function recordLastSeen(db: Db, secret: string, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - seenEveryMilliseconds);
  await db.frame.updateMany({
    where: { secretHash: hashOfSecret(secret), OR: [{ seenAt: null }, { seenAt: { lt: before } }] },
    data: { seenAt: now },
  });
}
