import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import { AppError } from '#server/platform/errors.ts';
import { createFairQueue, QueueFullError } from '#server/platform/concurrency/fair-queue.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';

/** On whose behalf a password is hashed: callers take turns by address, then by account. */
export interface HashingCaller {
  address?: string;
  /** Its e-mail; the account need not exist. */
  account?: string;
}

export interface PasswordHasher {
  /** The same for a caller, added to what is known of it. */
  for(caller: HashingCaller): PasswordHasher;
  /**
   * The PHC string to store for `password`, in whichever Unicode form its keyboard writes it. Throws AppError `too_many_requests` if too many calls of the caller are
   * queued, `service_unavailable` if too many of all.
   */
  hash(password: string): Promise<string>;
  /**
   * True if `hash` was made from `password`. With null, for an unknown account: false, after the same amount of work.
   * Throws like `hash`.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet: argon2id (this library's default) with 19 MiB, 2 passes, 1 lane.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

/** By then some of the caller's own attempts have ended. */
const retryAfterSeconds = 5;

/** What hashes: argon2, unless a test holds it. */
type Argon2 = Readonly<{ hash: typeof hash; verify: typeof verify }>;

/**
 * Hashes passwords with argon2id, few at once, so that a burst of sign-ins exhausts neither memory nor CPU, and in turn,
 * so that nobody waits for somebody else's burst.
 */
export function createPasswordHasher(argon2: Argon2 = { hash, verify }): PasswordHasher {
  const { atOnce, perUser, perAddress, perProcess } = sharedResources.passwordHashing;
  const queue = createFairQueue({ atOnce, maxWaiting: perProcess, maxWaitingOf: [perAddress, perUser] });
  const dummyHash = hash(randomBytes(32), cost);
  // Awaited at the first unknown e-mail; until then a failure must not crash the process with an unhandled rejection.
  dummyHash.catch(() => {});

  function hasherFor(caller: HashingCaller): PasswordHasher {
    const { address = '', account = `of ${address}` } = caller;
    const inTurn = <T>(work: () => Promise<T>) =>
      // An account's line is that of its address only: elsewhere, nobody could keep its owner from signing in.
      queue.run([address, `${address} ${account.toLowerCase()}`], work).catch((error: unknown) => {
        if (!(error instanceof QueueFullError)) throw error;
        if (error.reason === 'all') throw new AppError('service_unavailable', { cause: error });
        throw new AppError('too_many_requests', { retryAfterSeconds, cause: error });
      });
    return {
      for: (more) => hasherFor({ ...caller, ...more }),
      hash: (password) => inTurn(() => argon2.hash(password.normalize(), cost)),
      async verify(stored, password) {
        const known = stored ?? (await dummyHash);
        const verifyOne = (form: string) => inTurn(() => argon2.verify(known, form));
        // As typed for hashes from before passwords were normalized.
        const forms = [...new Set([password.normalize(), password])];
        let matches = false;
        for (const form of forms) matches ||= await verifyOne(form);
        return matches && stored !== null;
      },
    };
  }
  return hasherFor({});
}
