import type { Language } from '#shared/languages.ts';
import type { Db } from '#server/platform/database/db.ts';
import { defineJob, defineSchedule, hourlyAt, retryForAnHour } from '#server/platform/jobs/definition.ts';
import { type AccountMailDeps, sendAccountMail } from './addresses/mail.ts';
import { removeExpiredChallenges } from './passkeys/passkey-challenges.ts';
import type { Sessions } from './sessions.ts';
import { removeExpiredTokens } from './account-tokens.ts';
import { seconds } from '#shared/durations.ts';

/** Notifications of changes by which somebody else could get or keep access to an account. */
export type SafetyNotice =
  | 'password-changed'
  | 'passkey-added'
  | 'token-created'
  | 'frame-created'
  | 'box-opened'
  | 'webhook-created'
  | 'webhook-rotated'
  | 'email-change-requested';

declare module '../../platform/jobs/definition.ts' {
  interface JobData {
    /**
     * A mail about an account, identified by `email` if the account isn't known yet. Contains no token: that is created
     * together with the mail.
     */
    'account-mail': { language: Language } & (
      | { kind: 'reset'; email: string }
      /**
       * `email` is the recipient: the new address to be confirmed, or the previous one. `requestId` refers to the mail's
       * link; jobs of an earlier release lack it.
       */
      | { kind: 'change-email' | 'email-changed'; userId: string; email: string; requestId?: string }
      | { kind: 'verify' | 'deletion' | 'export' | SafetyNotice; userId: string }
    );
  }
}

export const accountJobs = [
  defineJob({
    name: 'account-mail',
    retry: retryForAnHour,
    // It contains addresses: an hour is enough to see the outcome.
    keepSeconds: seconds.hour,
    concurrency: { perProcess: 4 },
    run: (deps: AccountMailDeps, { data }) => sendAccountMail(deps, data),
  }),
];

export const accountSchedules = [
  defineSchedule({
    name: 'remove-expired-sessions',
    ...hourlyAt(3),
    run: ({ sessions }: { sessions: Pick<Sessions, 'endExpired'> }, signal) => sessions.endExpired(signal),
  }),
  defineSchedule({
    name: 'remove-expired-mail-links',
    ...hourlyAt(5),
    run: ({ db }: { db: Db }, signal) => removeExpiredTokens(db, signal),
  }),
  defineSchedule({
    name: 'remove-expired-passkey-challenges',
    ...hourlyAt(7),
    run: ({ db }: { db: Db }, signal) => removeExpiredChallenges(db, signal),
  }),
];
