import type { ClipNormaliser } from '../../../platform/clip/normalise.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Pace } from '../../../platform/pace.ts';
import type { VideoProvider } from '../types.ts';
import type { RemoteService } from './service.ts';

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
