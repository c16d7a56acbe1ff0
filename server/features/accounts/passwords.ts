import { randomBytes } from 'node:crypto';
import { hash, type Options, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../platform/errors.ts';

export interface PasswordHasher {
  /** The PHC string to store for `password`. Throws AppError `service_unavailable` when too many wait already. */
  hash(password: string): Promise<string>;
  /**
   * True if `password` is the one that `hash` was made of. With null, where there is no account: false, after the same
   * work. Throws AppError `service_unavailable` when too many wait already.
   */
  verify(hash: string | null, password: string): Promise<boolean>;
}

// OWASP Password Storage Cheat Sheet: argon2id (this library's default) with 19 MiB, 2 passes, 1 lane.
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1, outputLen: 32 };

const maxWaiting = 64;

/**
 * Hashes passwords with argon2id, at most `concurrency` at once, so that a crowd at the door takes neither all memory
 * nor all cores; beyond 64 waiting it refuses.
 */
export function createPasswordHasher({ concurrency }: { concurrency: number }): PasswordHasher {
  const limit = pLimit(concurrency);
  const nobodysHash = limit(() => hash(randomBytes(32), cost));
  // It is awaited at the first unknown e-mail; until then a failure must not end the process.
  nobodysHash.catch(() => {});

  async function queued<T>(work: () => Promise<T>): Promise<T> {
    if (limit.pendingCount >= maxWaiting) throw new AppError('service_unavailable');
    return limit(work);
  }

  return {
    hash: (password) => queued(() => hash(password, cost)),
    async verify(stored, password) {
      const known = stored ?? (await nobodysHash);
      const matches = await queued(() => verify(known, password));
      return matches && stored !== null;
    },
  };
}
