import type { SharedKind } from '#shared/shared-page.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import { staying } from '#server/platform/credentials.ts';

/**
 * Who wants to see a film, or to make something of it:
 *
 * - `session`: its owner, signed in; the archive of the owner's data as well
 * - `token`: a program with a token of the owner's
 * - `display`: a display of the owner's
 * - `print`: a card to be printed by the owner or one of their programs
 * - `new-film`: an album, another movement or a new display to be made of it
 * - `link`: anybody else who knows its id
 */
export type FilmViewer = 'session' | 'token' | 'display' | 'print' | 'new-film' | 'link';

/** What may be true of a film; several at once are possible, and each may bar a viewer. */
export type FilmState =
  /** Its owner has stopped sharing it, or its sharing has ended by itself. */
  | 'stopped'
  | 'expired'
  /** The operator hides it, or an album contains a video that the operator has hidden. */
  | 'hidden'
  /** Its owner's account is to be erased. */
  | 'leaving'
  /** It is in the trash. */
  | 'deleted';

/** Who still sees a film in each state. The only place where this is decided (decision 165). */
const stillSees: Record<FilmState, readonly FilmViewer[]> = {
  stopped: ['session', 'token', 'display', 'print', 'new-film'],
  expired: ['session', 'token', 'display', 'print', 'new-film'],
  hidden: ['session'],
  leaving: ['session', 'token', 'print', 'new-film'],
  deleted: [],
};

/** The conditions for a film not to be in each state. Their keys differ, so that they can be merged. */
const unless = (now: Date) => ({
  stopped: { shareStoppedAt: null },
  expired: { OR: [{ sharedUntil: null }, { sharedUntil: { gt: now } }] },
  leaving: { user: staying },
  deleted: { deletedAt: null },
});

/** The states in which this viewer sees no film. */
const barringStates = (viewer: FilmViewer): FilmState[] =>
  (Object.keys(stillSees) as FilmState[]).filter((state) => !stillSees[state].includes(viewer));

const noneHidden = { clips: { none: { hiddenAt: { not: null } } } } as const;

function merge<Where extends object>(viewer: FilmViewer, conditions: Record<FilmState, Where>): Where {
  return Object.assign({}, ...barringStates(viewer).map((state) => conditions[state])) as Where;
}

type Columns = 'shareStoppedAt' | 'OR' | 'hiddenAt' | 'user' | 'deletedAt';
type VideoCondition = Pick<Prisma.VideoTaskWhereInput, Columns>;
type AlbumCondition = Pick<Prisma.AlbumWhereInput, Columns | 'clips'>;

/** The condition under which this viewer sees a video. Says nothing about whose it is, or whether it is finished. */
export const videosVisibleTo = (viewer: FilmViewer, now = new Date()): VideoCondition =>
  merge<VideoCondition>(viewer, { ...unless(now), hidden: { hiddenAt: null } });

/** Like `videosVisibleTo`, for albums. */
export const albumsVisibleTo = (viewer: FilmViewer, now = new Date()): AlbumCondition =>
  merge<AlbumCondition>(viewer, { ...unless(now), hidden: { hiddenAt: null, ...noneHidden } });

/** For SQL: the conditions for `film`, a row of either kind, not to be in each state. */
const unlessInSql = (kind: SharedKind): Record<FilmState, Prisma.Sql> => ({
  stopped: Prisma.sql`film.share_stopped_at IS NULL`,
  expired: Prisma.sql`(film.shared_until IS NULL OR film.shared_until > now())`,
  hidden:
    kind === 'video'
      ? Prisma.sql`film.hidden_at IS NULL`
      : Prisma.sql`film.hidden_at IS NULL
          AND NOT EXISTS (SELECT FROM album_clip WHERE album_id = film.id AND hidden_at IS NOT NULL)`,
  leaving: Prisma.sql`NOT EXISTS (
    SELECT FROM app_user AS maker LEFT JOIN app_user AS person ON person.id = maker.test_of
    WHERE maker.id = film.user_id AND (maker.deletion_at IS NOT NULL OR person.deletion_at IS NOT NULL))`,
  deleted: Prisma.sql`film.deleted_at IS NULL`,
});

/** `videosVisibleTo` or `albumsVisibleTo` in SQL, about a row named `film`. */
export function filmVisibleTo(viewer: FilmViewer, kind: SharedKind): Prisma.Sql {
  const conditions = unlessInSql(kind);
  const barring = barringStates(viewer).map((state) => conditions[state]);
  return Prisma.join([Prisma.sql`TRUE`, ...barring], ' AND ');
}

/** `albumsVisibleTo('session')` in SQL. */
export const albumsOfSession = Prisma.sql`album.deleted_at IS NULL`;

/** Who sends a request, evaluated lazily; null for an anonymous visitor. */
export type WhoAsks = () => Promise<{ userId: string; by: 'session' | 'token' } | null>;

/**
 * Looks a film up as anybody with its link would, and, only if that finds nothing, as the sender of the request, among
 * their own. `find` must apply `…VisibleTo(viewer)`, and `userId` if there is one.
 */
export async function findAsked<Film>(
  whoAsks: WhoAsks,
  find: (viewer: FilmViewer, own: { userId?: string }) => Promise<Film | null>,
): Promise<Film | null> {
  const shared = await find('link', {});
  if (shared) return shared;
  const asking = await whoAsks();
  return asking && (await find(asking.by, { userId: asking.userId }));
}
