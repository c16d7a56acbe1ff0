import { inForce, staying } from '#server/platform/credentials.ts';

/**
 * The condition of a webhook that is sent messages, unless its receiver has failed for long: like the token that created
 * it, it ends when that expires, and is silent while its owner's account is to be erased.
 */
export const receiving = (now = new Date()) => ({
  ...inForce,
  OR: [{ tokenId: null }, { token: tokenInTime(now) }],
  user: staying,
});

const tokenInTime = (now: Date) => ({ OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] });

/** Why a webhook is sent nothing, as its owner sees it; null if it is. */
export function whySilent(
  webhook: {
    suspendedAt: Date | null;
    token: { expiresAt: Date | null } | null;
    user: { deletionAt: Date | null; owner: { deletionAt: Date | null } | null };
  },
  now = new Date(),
): string | null {
  if (webhook.suspendedAt) return 'suspended';
  if (webhook.token?.expiresAt && webhook.token.expiresAt <= now) return 'token expired';
  return webhook.user.deletionAt || webhook.user.owner?.deletionAt ? 'account to be deleted' : null;
}

/** Prisma's `include` for `whySilent`. */
export const withCause = {
  token: { select: { expiresAt: true } },
  user: { select: { deletionAt: true, owner: { select: { deletionAt: true } } } },
} as const;
