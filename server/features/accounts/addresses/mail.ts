import type { Language } from '#shared/languages.ts';
import { href, type PageName } from '#shared/pages.ts';
import { lockAccount } from '#server/platform/credentials.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { renderMail } from '#server/platform/texts/mail-layout.ts';
import type { JobData } from '#server/platform/jobs/definition.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import type { Mail, Mailer } from '#server/providers/mail/types.ts';
import { emailKeyOf } from './mailbox.ts';
import { fillToken, issueToken, type TokenPurpose } from '../account-tokens.ts';

export interface AccountMailDeps {
  db: Db;
  mailer: Mailer;
  publicUrl: string;
}

type AccountMailJob = JobData['account-mail'];
type AccountMailKind = AccountMailJob['kind'];

/**
 * Sends a mail about an account, unless there is no such account or the mail is no longer due. Throws if sending fails.
 */
export async function sendAccountMail(deps: AccountMailDeps, job: AccountMailJob): Promise<void> {
  const text = await deps.db.$transaction((tx) => prepare(tx, job));
  if (text) await deps.mailer.send(composeAccountMail(deps.publicUrl, text));
}

/** The mail's text, with its token stored; null if it is not due, or if its link has been ended. */
async function prepare(tx: Tx, job: AccountMailJob): Promise<AccountMailText | null> {
  const { kind, language } = job;
  const where = kind === 'reset' ? { emailKey: emailKeyOf(job.email) } : { id: job.userId };
  const found = await tx.user.findUnique({ where, select: { id: true } });
  if (!found) return null;
  // What ends the account's links, or changes its address, comes before this one or finds it.
  await lockAccount(tx, found.id);
  const user = await tx.user.findUnique({ where });
  if (!user || !isDue(kind, user)) return null;
  const isElsewhere = kind === 'change-email' || kind === 'email-changed';
  const to = isElsewhere ? job.email : user.email;
  const purpose = tokenFor[kind];
  if (purpose === null) return { kind, language, to, token: null };
  const reserved = isElsewhere ? job.requestId : undefined;
  const token = await (reserved === undefined
    ? issueToken(tx, { userId: user.id, purpose, email: to })
    : fillToken(tx, reserved));
  return token === null ? null : { kind, language, to, token };
}

/**
 * Verification links go to unverified addresses only, and the notice of an archive to verified ones only. Whatever
 * concerns the account's safety goes to both: an unverified address is usually its owner's.
 */
function isDue(kind: AccountMailKind, user: { verifiedAt: Date | null; deletionAt: Date | null }): boolean {
  if (kind === 'verify') return user.verifiedAt === null;
  if (kind === 'export') return user.verifiedAt !== null;
  return kind !== 'deletion' || user.deletionAt !== null;
}

/** The purpose of the token in each mail; null for mails that only notify. */
const tokenFor: Record<AccountMailKind, TokenPurpose | null> = {
  reset: 'reset',
  verify: 'verify',
  'password-changed': null,
  'passkey-added': null,
  'token-created': null,
  'frame-created': null,
  'box-opened': null,
  'webhook-created': null,
  'webhook-rotated': null,
  'email-change-requested': null,
  deletion: 'keep',
  export: null,
  'change-email': 'change-email',
  'email-changed': 'undo-email',
};

/** The page that the link of each mail leads to. */
const pageFor = {
  reset: 'reset',
  verify: 'verify',
  'password-changed': 'account',
  'passkey-added': 'account',
  'token-created': 'developers',
  'frame-created': 'frames',
  'box-opened': 'boxes',
  'webhook-created': 'developers',
  'webhook-rotated': 'developers',
  'email-change-requested': 'account',
  deletion: 'keep',
  export: 'account',
  'change-email': 'verify',
  'email-changed': 'verify',
} as const satisfies Record<AccountMailKind, PageName>;

interface AccountMailText {
  kind: AccountMailKind;
  language: Language;
  to: string;
  token: string | null;
}

/** Composes the mail. The token is in the URL fragment, which browsers never send, so no log contains it. Pure. */
export function composeAccountMail(publicUrl: string, { kind, language, to, token }: AccountMailText): Mail {
  const texts = serverTexts[language].accountMail;
  const { subject, paragraphs, action } = texts[kind];
  const url = publicUrl + href(language, pageFor[kind], token === null ? {} : { hash: token });
  const letter = {
    language,
    subject,
    paragraphs,
    action: { label: action, url },
    notes: [{ text: texts.why }],
  };
  return { to, ...renderMail(letter) };
}
