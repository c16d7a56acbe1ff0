import DataLoader from 'dataloader';
import { PrismaAdapter } from '@lucia-auth/adapter-prisma';
import { type DatabaseSession, type DatabaseUser, Lucia, TimeSpan } from 'lucia';
import { programLimits } from '#shared/program-limits.ts';
import type { User } from '#shared/schemas/auth.ts';
import type { Database, Db, Tx } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { hashOfSecret } from '#server/platform/secrets.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { milliseconds } from '#shared/durations.ts';

/** The signed-in user and their session. */
export interface ActiveSession {
  user: User;
  /** The hash of the token: safe to store, useless if stolen. */
  sessionId: string;
  /** When the user last gave the password or a passkey in it. */
  authenticatedAt: Date;
}

export interface Sessions {
  /**
   * Returns the session of a token and extends it. Returns null for any other token: unknown, ended, idle for 10 days,
   * or 30 days old.
   */
  validate(token: string): Promise<ActiveSession | null>;
  /** Returns which of these sessions are still active, without extending them. */
  findValid(sessionIds: string[]): Promise<Set<string>>;
  /** Signs out: the token becomes invalid immediately. Idempotent. */
  end(sessionId: string): Promise<void>;
  /** Removes expired sessions. */
  endExpired(signal?: AbortSignal): Promise<void>;
}

const absoluteLifetime = programLimits.session.absoluteDays * milliseconds.day;
const idleLifetime = programLimits.session.idleDays * milliseconds.day;

interface SessionRow {
  id: string;
  user_id: string;
  expires_at: Date;
  created_at: Date;
  seen_at: Date;
  authenticated_at: Date;
  email: string;
  verified_at: Date | null;
  deletion_at: Date | null;
}

/** The sessions with these ids and their users' e-mails, in the order of `ids`. */
async function readSessions(
  pool: Database['pool'],
  ids: readonly string[],
): Promise<(SessionRow | undefined)[]> {
  const { rows } = await pool.query<SessionRow>(
    `SELECT session.id, session.user_id, session.expires_at, session.created_at, session.seen_at, session.authenticated_at,
            app_user.email, app_user.verified_at, app_user.deletion_at
     FROM session JOIN app_user ON app_user.id = session.user_id WHERE session.id = ANY ($1)`,
    [ids],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
}

/**
 * Lucia's adapter, with overrides where it is slow, fails when requests of one browser cross, or hides database errors.
 */
class SessionStore extends PrismaAdapter<Db> {
  readonly #sessions: Db['session'];
  readonly #rows: DataLoader<string, SessionRow | undefined>;

  constructor({ db, pool }: Pick<Database, 'db' | 'pool'>) {
    super(db.session, db.user);
    this.#sessions = db.session;
    this.#rows = new DataLoader((ids) => readSessions(pool, ids), {
      // Not cached: an ended session is invalid immediately.
      cache: false,
      batchScheduleFn: (read) => setImmediate(read),
      maxBatchSize: 100,
    });
  }

  /** Every authenticated call starts with this; concurrent calls share one query. */
  override async getSessionAndUser(id: string): Promise<[DatabaseSession | null, DatabaseUser | null]> {
    const row = await this.#rows.load(id);
    if (!row) return [null, null];
    const { user_id: userId, expires_at: expiresAt, created_at: createdAt, seen_at: seenAt } = row;
    const { authenticated_at: authenticatedAt } = row;
    const { email, verified_at: verifiedAt, deletion_at: deletionAt } = row;
    return [
      { id, userId, expiresAt, attributes: { createdAt, seenAt, authenticatedAt } },
      { id: userId, attributes: { email, verifiedAt, deletionAt } },
    ];
  }

  override async deleteSession(id: string): Promise<void> {
    await this.#sessions.deleteMany({ where: { id } });
  }

  override async updateSessionExpiration(id: string, expiresAt: Date): Promise<void> {
    await this.#sessions.updateMany({ where: { id }, data: { expiresAt, seenAt: new Date() } });
  }
}

function createLucia(store: SessionStore) {
  return new Lucia(store, {
    sessionExpiresIn: new TimeSpan(programLimits.session.idleDays, 'd'),
    getUserAttributes: ({ email, verifiedAt, deletionAt }) => ({ email, verifiedAt, deletionAt }),
    getSessionAttributes: ({ createdAt, seenAt, authenticatedAt }) => ({
      createdAt,
      seenAt,
      authenticatedAt,
    }),
  });
}

declare module 'lucia' {
  interface Register {
    Lucia: ReturnType<typeof createLucia>;
    DatabaseUserAttributes: { email: string; verifiedAt: Date | null; deletionAt: Date | null };
    DatabaseSessionAttributes: { createdAt: Date; seenAt: Date; authenticatedAt: Date };
  }
}

/**
 * Signs a user in and returns the token, 160 random bits, which only the browser keeps. Part of the transaction that
 * sees what was checked, password or passkey, so that a change of it ends this session or prevents it.
 */
export async function openSession(
  tx: Pick<Tx, 'session'>,
  userId: string,
  userAgent: string | null = null,
): Promise<string> {
  const token = createId();
  const expiresAt = new Date(Date.now() + idleLifetime);
  await tx.session.create({ data: { id: hashOfSecret(token), userId, userAgent, expiresAt } });
  return token;
}

/**
 * Sessions in the database, by Lucia. Lucia extends a session only in the second half of its life; here every use
 * extends it, with at most one write per hour, and never beyond 30 days after sign-in.
 */
export function createSessions(database: Pick<Database, 'db' | 'pool'>): Sessions {
  const store = new SessionStore(database);
  const lucia = createLucia(store);

  async function prolong(id: string, seenAt: Date, expiresAt: Date, latest: number): Promise<void> {
    const target = Math.min(Date.now() + idleLifetime, latest);
    const isOld = Date.now() - seenAt.getTime() >= milliseconds.hour;
    if (isOld || Math.abs(target - expiresAt.getTime()) >= milliseconds.hour)
      await store.updateSessionExpiration(id, new Date(target));
  }

  return {
    async validate(token) {
      const { session, user } = await lucia.validateSession(hashOfSecret(token));
      if (!session) return null;
      const latest = session.createdAt.getTime() + absoluteLifetime;
      if (latest <= Date.now()) {
        await lucia.invalidateSession(session.id);
        return null;
      }
      await prolong(session.id, session.seenAt, session.expiresAt, latest);
      const { id: sessionId, authenticatedAt } = session;
      return { user: presentUser(user), sessionId, authenticatedAt };
    },

    async findValid(sessionIds) {
      const now = Date.now();
      const createdAt = { gt: new Date(now - absoluteLifetime) };
      const found = await database.db.session.findMany({
        where: { id: { in: sessionIds }, expiresAt: { gt: new Date(now) }, createdAt: createdAt },
        select: { id: true },
      });
      return new Set(found.map(({ id }) => id));
    },

    end: (sessionId) => lucia.invalidateSession(sessionId),
    async endExpired(signal) {
      const where = { expiresAt: { lte: new Date() } };
      await repeatInBatches((limit) => database.db.session.deleteMany({ where, limit }), signal);
    },
  };
}

interface Account {
  id: string;
  email: string;
  verifiedAt: Date | null;
  deletionAt: Date | null;
}

/** An account as returned by every API. */
export function presentUser({ id, email, verifiedAt, deletionAt }: Account): User {
  return { id, email, verified: verifiedAt !== null, deletesAt: deletionAt?.toISOString() ?? null };
}
