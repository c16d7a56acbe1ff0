import type { ClipNormaliser } from '#server/engine/conform/normalise.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { Throttle } from '#server/platform/concurrency/throttle.ts';
import type { VideoProvider } from '../types.ts';
import type { RemoteService } from './service.ts';

/** Time limits for a remote server, in milliseconds, and the size limit of a download. */
export interface RemoteLimits {
  /** For an API response. */
  answer: number;
  /** Without receiving a byte of a download. */
  idle: number;
  /** For a whole download. */
  download: number;
  bytes: number;
}

export const defaultLimits: RemoteLimits = {
  answer: 30_000,
  idle: 20_000,
  download: 180_000,
  bytes: 64 * 1024 * 1024,
};

/** The parts that every remote provider is made of. */
export interface RemoteProviderOptions
  extends Pick<VideoProvider, 'usualSeconds' | 'keepsPhotos' | 'atOnce'> {
  service: RemoteService;
  /** Rate limit for submissions. */
  throttle: Throttle;
  /** Polling interval for work in progress, in milliseconds. */
  poll: number;
  /** How long submissions pause, in seconds, after the server reported an error that only its operator can fix. */
  pauseSeconds: number;
  normaliser: ClipNormaliser;
  logger: Logger;
}
