import type { Prisma } from '../../generated/prisma/client.ts';
import type { Db, Tx } from '../../platform/db.ts';

/** What an operator did, or is about to do in the transaction that writes it down. */
export interface Act {
  /** Who, as their system knows them. */
  actor: string;
  /** As typed: `credits grant`. */
  action: string;
  /** Whom it is about, where it is about one user. */
  userId?: string | null;
  /** The id of what else it is about. */
  subject?: string | null;
  /** Why, in the operator's words. */
  reason: string;
  details?: Prisma.InputJsonObject;
}

export interface WrittenAct {
  id: string;
  at: string;
  actor: string;
  action: string;
  userId: string | null;
  subject: string | null;
  reason: string;
  details: Prisma.JsonValue;
}

/** Writes an act down for good; it stands or falls with what is done in `tx`. Returns its number. */
export async function recordAct(tx: Pick<Tx, 'auditEntry'>, act: Act): Promise<string> {
  const { id } = await tx.auditEntry.create({ data: act, select: { id: true } });
  return String(id);
}

/** The latest acts, newest first; of one user where `userId` is given. */
export async function listActs(
  db: Db,
  { userId, limit }: { userId?: string; limit: number },
): Promise<WrittenAct[]> {
  const entries = await db.auditEntry.findMany({
    where: userId === undefined ? {} : { userId },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return entries.map(({ id, createdAt, ...act }) => ({
    id: String(id),
    at: createdAt.toISOString(),
    ...act,
  }));
}
