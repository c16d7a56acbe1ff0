import type { Access, AccessKind, AccessRef } from '#shared/schemas/accesses.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { lockCaller } from '#server/platform/credentials.ts';
import type { TokenPurpose } from './account-tokens.ts';

/*
 * The list of everything that gives access to an account, and what ends it (decision 161). Columns that hold a secret,
 * as `Model.column`, must be in `secrets` or `notCredentials`: a test compares both with prisma/schema.prisma.
 */

/** Columns that hold a credential or its hash, and how a recovery of the account handles it. */
export const secrets = {
  'User.passwordHash': 'replaced',
  'Session.id': 'ended',
  'Passkey.credentialId': 'ended',
  'Passkey.publicKey': 'ended',
  'AccountToken.id': 'ended',
  'ApiToken.hash': 'suspended',
  'Webhook.secret': 'suspended',
  'Webhook.formerSecret': 'suspended',
  'Display.secretHash': 'suspended',
  'DisplayCode.codeHash': 'ended',
  'Box.secretHash': 'suspended',
} as const satisfies Record<string, 'replaced' | 'ended' | 'suspended'>;

/** Columns that look like a credential of an account but are none that recovery must handle, and why. */
export const notCredentials: Record<string, string> = {
  'ApiToken.id': 'names a token',
  'ApiToken.ending': 'four characters of a token, for display',
  'PasskeyChallenge.id': 'ends with the session that asked for it; otherwise it belongs to no account',
  'BoxPhoto.secretHash': 'ends with its box: a sender’s view of one photo',
  'IdempotencyKey.id': 'useless without a session, or the token, that made the call',
  'IdempotencyKey.fingerprint': 'as above',
  'IdempotencyKey.answer': 'as above; encrypted with the caller’s key',
  'MailPreference.token': 'only turns mails off and on; contained in every mail',
  'FreeAllowance.mailboxKey': 'identifies a mailbox',
  'VideoTask.photoHash': 'identifies a photo',
  'BoxPhoto.photoHash': 'identifies a photo',
  'BoxPhoto.senderKey': 'identifies a network, for limits',
};

/**
 * Links in mails: those that end together with the password, whether they have been mailed or wait for it. The others
 * open nothing to whoever knew the password: `verify` is mailed to the account's own address, `keep` only cancels an
 * erasure, and `undo-email` is the way back for the owner of a former address.
 */
const endsWithPassword: Record<TokenPurpose, boolean> = {
  reset: true,
  'change-email': true,
  verify: false,
  keep: false,
  'undo-email': false,
};
const linksThatEnd = Object.entries(endsWithPassword).flatMap(([purpose, ends]) => (ends ? [purpose] : []));

interface AccessTable {
  table: string;
  /** SQL for those that open something, unless they are suspended. */
  active: string;
  name: string;
  used: string;
  /** SQL that ends one for good, up to its WHERE clause. */
  end: string;
  /** False if a recovery ends it. */
  suspends: boolean;
}

/** What the owner can keep or end, by kind. */
const accessTables: Record<AccessKind, AccessTable> = {
  token: {
    table: 'api_token',
    active: '(expires_at IS NULL OR expires_at > now())',
    name: 'name',
    used: 'last_used_at',
    end: 'DELETE FROM api_token',
    suspends: true,
  },
  frame: {
    table: 'frame',
    active: 'stopped_at IS NULL',
    name: 'name',
    used: 'seen_at',
    end: 'UPDATE frame SET stopped_at = now()',
    suspends: true,
  },
  box: {
    table: 'box',
    active: 'closes_at > now()',
    name: 'name',
    used: 'NULL::timestamptz',
    // Suspended as well: closing one as usual leaves senders the view of their photos.
    end: 'UPDATE box SET closes_at = now(), suspended_at = now()',
    suspends: true,
  },
  webhook: {
    table: 'webhook',
    active: 'true',
    name: 'url',
    used: 'NULL::timestamptz',
    end: 'DELETE FROM webhook',
    suspends: true,
  },
  passkey: {
    table: 'passkey',
    active: 'true',
    name: 'name',
    used: 'last_used_at',
    end: 'DELETE FROM passkey',
    suspends: false,
  },
};
const accesses = Object.entries(accessTables) as [AccessKind, AccessTable][];

/** SQL for rows of the user $1 and of the user that represents their test tokens. */
const owned = 'user_id IN (SELECT id FROM app_user WHERE id = $1 OR test_of = $1)';

/** Ends the pending links of an account that must not outlive its password. */
export async function endLinks(tx: Tx, userId: string): Promise<void> {
  await tx.accountToken.deleteMany({ where: { userId, purpose: { in: linksThatEnd } } });
}

/**
 * Ends what gives access to a recovered account: sessions and passkeys for good; tokens, frames, boxes and webhooks until
 * the owner keeps them. Links are left to the caller, which must have locked the account (`lockAccount`).
 */
export async function endCredentials(tx: Tx, userId: string): Promise<void> {
  await tx.session.deleteMany({ where: { userId } });
  for (const [, { table, active, end, suspends }] of accesses) {
    if (!suspends) await tx.$executeRawUnsafe(`${end} WHERE ${owned}`, userId);
    else
      await tx.$executeRawUnsafe(
        `UPDATE ${table} SET suspended_at = now() WHERE ${owned} AND ${active} AND suspended_at IS NULL`,
        userId,
      );
  }
}

interface AccessRow {
  id: string;
  name: string | null;
  created_at: Date;
  used_at: Date | null;
  suspended: boolean;
}

/** What opens something of the account without its password, suspended or not: by kind, newest first. */
export async function listAccesses(db: Db, userId: string): Promise<Access[]> {
  const found = await Promise.all(
    accesses.map(async ([kind, { table, active, name, used, suspends }]) => {
      const suspended = suspends ? 'suspended_at IS NOT NULL' : 'false';
      const rows = await db.$queryRawUnsafe<AccessRow[]>(
        `SELECT id, ${name} AS name, created_at, ${used} AS used_at, ${suspended} AS suspended
         FROM ${table} WHERE ${owned} AND ${active} ORDER BY created_at DESC, id`,
        userId,
      );
      return rows.map((row) => present(kind, row));
    }),
  );
  return found.flat();
}

const present = (kind: AccessKind, { id, name, created_at, used_at, suspended }: AccessRow): Access => ({
  kind,
  id,
  name,
  createdAt: created_at.toISOString(),
  usedAt: used_at?.toISOString() ?? null,
  suspended,
});

/**
 * Lets some of the account's accesses work again and ends others for good, on behalf of a session. Ignores what is gone,
 * or somebody else's. Throws AppError `not_signed_in` if the session has ended.
 */
export async function answerAccesses(
  db: Db,
  sessionId: string,
  { keep, end }: { keep: readonly AccessRef[]; end: readonly AccessRef[] },
): Promise<void> {
  await db.$transaction(async (tx) => {
    const userId = await lockCaller(tx, sessionId);
    for (const { kind, id } of end)
      await tx.$executeRawUnsafe(`${accessTables[kind].end} WHERE ${owned} AND id = $2`, userId, id);
    for (const { kind, id } of keep) {
      const { table, active, suspends } = accessTables[kind];
      if (!suspends) continue;
      const kept = `UPDATE ${table} SET suspended_at = NULL WHERE ${owned} AND id = $2 AND ${active}`;
      await tx.$executeRawUnsafe(kept, userId, id);
    }
  });
}
