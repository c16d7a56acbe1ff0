import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';

/** An operator's act, done or about to be done in the transaction that records it. */
export interface AuditEntry {
  /** The operator's identity, as known to their system. */
  actor: string;
  /** The command as typed: `credits grant`. */
  action: string;
  /** The user concerned, if the act concerns one user. */
  userId?: string | null;
  /** The id of any other object concerned. */
  subject?: string | null;
  /** The reason, in the operator's words. */
  reason: string;
  details?: Prisma.InputJsonObject;
}

export interface StoredAuditEntry {
  id: string;
  at: string;
  actor: string;
  action: string;
  userId: string | null;
  subject: string | null;
  reason: string;
  details: Prisma.JsonValue;
}

/** Appends an act to the audit log; it commits or rolls back with the changes in `tx`. Returns its number. */
export async function recordAuditEntry(tx: Pick<Tx, 'auditEntry'>, act: AuditEntry): Promise<string> {
  const { id } = await tx.auditEntry.create({ data: act, select: { id: true } });
  return String(id);
}

/** The latest acts, newest first; only those about `userId` if given. */
export async function listAuditEntries(
  db: Db,
  { userId, limit }: { userId?: string; limit: number },
): Promise<StoredAuditEntry[]> {
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
