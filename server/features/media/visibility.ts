import { Prisma } from '../../generated/prisma/client.ts';
import { staying } from '../../platform/credentials.ts';

/**
 * Who wants to see a film, or to make something of it:
 *
 * - `session`: its owner, signed in; the archive of the owner's data as well
 * - `token`: a program with a token of the owner's
 * - `frame`: a frame of the owner's
 * - `print`: a card to be printed by the owner or one of their programs
 * - `new-film`: an album, another movement or a new frame to be made of it
 * - `link`: anybody else who knows its id
 */
export type FilmViewer = 'session' | 'token' | 'frame' | 'print' | 'new-film' | 'link';

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
  stopped: ['session', 'token', 'frame', 'print', 'new-film'],
  expired: ['session', 'token', 'frame', 'print', 'new-film'],
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

const noneHidden = { clips: { none: { hiddenAt: { not: null } } } } as const;

function merge<Where extends object>(viewer: FilmViewer, conditions: Record<FilmState, Where>): Where {
  const barring = Object.entries(stillSees).filter(([, viewers]) => !viewers.includes(viewer));
  return Object.assign({}, ...barring.map(([state]) => conditions[state as FilmState])) as Where;
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
