import type { User } from '../../../shared/schemas/auth.ts';

/** An account as every door shows it. */
export function presentUser({
  id,
  email,
  verifiedAt,
}: {
  id: string;
  email: string;
  verifiedAt: Date | null;
}): User {
  return { id, email, verified: verifiedAt !== null };
}
