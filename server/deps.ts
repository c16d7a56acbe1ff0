import type { PgBoss } from 'pg-boss';
import type { Env } from './env.ts';
import type { PasswordHasher } from './features/accounts/passwords.ts';
import type { Sessions } from './features/accounts/sessions.ts';
import type { RateLimiters } from './http/rate-limit.ts';
import type { Database } from './platform/db.ts';
import type { EventHub } from './platform/events.ts';
import type { Logger } from './platform/logger.ts';
import type { Storage } from './providers/storage/types.ts';
import type { VideoProvider } from './providers/video/types.ts';

/** All that a door or a feature may need, built once at start; tests build the same shape. */
export interface Deps extends Pick<Database, 'db' | 'pool'> {
  env: Env;
  /** How links to this Memori begin, without a slash at the end. */
  publicUrl: string;
  logger: Logger;
  queue: PgBoss;
  events: EventHub;
  storage: Storage;
  video: VideoProvider;
  passwords: PasswordHasher;
  sessions: Sessions;
  limiters: RateLimiters;
}
