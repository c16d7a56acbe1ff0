import { familyLimits } from '../../../shared/family-limits.ts';
import type { Frame, FrameSettings } from '../../../shared/schemas/frame.ts';
import type { FilmRef } from '../../../shared/schemas/share.ts';
import { isSharedKind } from '../../../shared/shared-page.ts';
import type { Frame as FrameRow } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { createSecret, hashOfSecret, looksLikeSecret } from '../../platform/secrets.ts';

/** A frame as it is looked at by its secret. */
export interface OpenFrame {
  userId: string;
  films: FilmRef[] | null;
  dim: Frame['dim'];
}

const nameOf = ({ kind, id }: FilmRef): string => `${kind}/${id}`;

/** In order; null for all videos. */
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

/** The user's frames, newest first, without those that were stopped. */
export async function listFrames(db: Db, userId: string): Promise<Frame[]> {
  const where = { userId, stoppedAt: null };
  return (await db.frame.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })).map(present);
}

/**
 * A new frame, and the secret of its link, which is kept nowhere. That the films are the user's is the caller's matter: what is
 * not is not shown. Throws AppError `too_many_frames`, however many requests run at once.
 */
export async function createFrame(
  db: Db,
  userId: string,
  settings: FrameSettings,
): Promise<{ frame: Frame; secret: string }> {
  const secret = createSecret();
  const row = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
    const frames = await tx.frame.count({ where: { userId, stoppedAt: null } });
    if (frames >= familyLimits.frame.mostFrames) throw new AppError('too_many_frames');
    const data = { id: createId(), userId, secretHash: hashOfSecret(secret), ...columnsOf(settings) };
    return tx.frame.create({ data });
  });
  return { frame: present(row), secret };
}

/** Shows something else on one of the user's frames; it hears of it within a minute. Throws AppError `frame_not_found`. */
export async function changeFrame(
  db: Db,
  userId: string,
  id: string,
  settings: FrameSettings,
): Promise<Frame> {
  const where = { id, userId, stoppedAt: null };
  const [row] = await db.frame.updateManyAndReturn({ where, data: columnsOf(settings) });
  if (!row) throw new AppError('frame_not_found');
  return present(row);
}

/** Stops one of the user's frames for good: nothing is served to it any more. Throws AppError `frame_not_found`. */
export async function stopFrame(db: Db, userId: string, id: string): Promise<void> {
  const where = { id, userId, stoppedAt: null };
  const { count } = await db.frame.updateMany({ where, data: { stoppedAt: new Date() } });
  if (count === 0) throw new AppError('frame_not_found');
}

/** The frame whose secret this is; null where there is none, or none any more. */
export async function openFrame(db: Db, secret: string): Promise<OpenFrame | null> {
  if (!looksLikeSecret(secret)) return null;
  const row = await db.frame.findUnique({ where: { secretHash: hashOfSecret(secret), stoppedAt: null } });
  return row && { userId: row.userId, films: filmsOf(row), dim: dimOf(row) };
}

const seenEveryMilliseconds = 5 * 60_000;

/** Notes that a frame has asked what it is to show: not each time, as it asks each minute. */
export async function noteSeen(db: Db, secret: string, now = new Date()): Promise<void> {
  const before = new Date(now.getTime() - seenEveryMilliseconds);
  await db.frame.updateMany({
    where: { secretHash: hashOfSecret(secret), OR: [{ seenAt: null }, { seenAt: { lt: before } }] },
    data: { seenAt: now },
  });
}
