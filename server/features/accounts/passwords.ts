import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../platform/errors.ts';

export interface PasswordHasher {
  /** The PHC string to store for `password`. Throws AppError `service_unavailable` if too many calls are queued. */
  hash(password: string): Promise<string>;
  /**
   * True if `hash` was made from `password`. With null, for an unknown account: false, after the same amount of work.
   * Throws AppError `service_unavailable` if too many calls are queued.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet: argon2id (this library's default) with 19 MiB, 2 passes, 1 lane.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

const maxWaiting = 64;

/**
 * Hashes passwords with argon2id, at most `concurrency` at once, so that a burst of sign-ins exhausts neither memory
 * nor CPU; rejects calls while 64 are queued.
 */
export function createPasswordHasher({ concurrency }: { concurrency: number }): PasswordHasher {
  const limit = pLimit(concurrency);
  const dummyHash = limit(() => hash(randomBytes(32), cost));
  // Awaited at the first unknown e-mail; until then a failure must not crash the process with an unhandled rejection.
  dummyHash.catch(() => {});

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxWaiting) throw new AppError('service_unavailable');
    return limit(work);
  }

  return {
    hash: (password) => queued(() => hash(password, cost)),
    async verify(stored, password) {
      const known = stored ?? (await dummyHash);
      const matches = await queued(() => verify(known, password));
      return matches && stored !== null;
    },
  };
}
