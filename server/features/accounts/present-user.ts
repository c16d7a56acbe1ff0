import type { User } from '../../../shared/schemas/auth.ts';

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
