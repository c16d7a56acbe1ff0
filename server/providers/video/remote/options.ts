import type { ClipNormaliser } from '../../../engine/conform/normalise.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Pace } from '../../../platform/pace.ts';
import type { VideoProvider } from '../types.ts';
import type { RemoteService } from './service.ts';

/** How long a server elsewhere may take, in milliseconds, and how much it may send. */
export interface RemoteLimits {
  /** For an answer of its API. */
  answer: number;
  /** Without a byte of a download. */
  idle: number;
  /** For a whole download. */
  download: number;
  bytes: number;
}

export const usualLimits: RemoteLimits = {
  answer: 30_000,
  idle: 20_000,
  download: 180_000,
  bytes: 64 * 1024 * 1024,
};

/** What every provider whose work is done elsewhere is made of. */
export interface RemoteProviderOptions
  extends Pick<VideoProvider, 'usualSeconds' | 'keepsPhotos' | 'atOnce'> {
  service: RemoteService;
  /** How fast work may be submitted. */
  pace: Pace;
  /** Milliseconds between two looks at work that is under way. */
  poll: number;
  /** How long nothing is submitted after the server said that its operator must act. */
  pauseSeconds: number;
  normaliser: ClipNormaliser;
  logger: Logger;
}
