import type { Language } from '../../../shared/languages.ts';
import { href, type PageName } from '../../../shared/pages.ts';
import type { Db } from '../../platform/db.ts';
import { renderMail } from '../../platform/mail-layout.ts';
import type { JobData } from '../../platform/queue.ts';
import { serverTexts } from '../../platform/texts.ts';
import type { Mail, Mailer } from '../../providers/mail/types.ts';
import { emailKeyOf } from './mailbox.ts';
import { issueToken, type TokenPurpose } from './tokens.ts';

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
  const { kind, language } = job;
  const user = await deps.db.user.findUnique({
    where: kind === 'reset' ? { emailKey: emailKeyOf(job.email) } : { id: job.userId },
  });
  if (!user || !isDue(kind, user)) return;
  const userId = user.id;
  const email = kind === 'change-email' || kind === 'email-changed' ? job.email : user.email;
  const token = tokenFor[kind] && (await issueToken(deps.db, { userId, purpose: tokenFor[kind], email }));
  await deps.mailer.send(composeAccountMail(deps.publicUrl, { kind, language, to: email, token }));
}

/** Notifications go only to verified addresses, verification links only to unverified ones. */
function isDue(kind: AccountMailKind, user: { verifiedAt: Date | null; deletionAt: Date | null }): boolean {
  // A reset works for either; the other two do not go to the account's current address.
  if (kind === 'reset' || kind === 'change-email' || kind === 'email-changed') return true;
  if (kind === 'deletion' && !user.deletionAt) return false;
  return (kind === 'verify') === (user.verifiedAt === null);
}

/** The purpose of the token in each mail; null for mails that only notify. */
const tokenFor: Record<AccountMailKind, TokenPurpose | null> = {
  reset: 'reset',
  verify: 'verify',
  'password-changed': null,
  'passkey-added': null,
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
