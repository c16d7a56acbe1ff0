import { createRemoteProvider } from '../remote/remote-provider.ts';
import type { RemoteProviderOptions } from '../remote/options.ts';
import type { VideoProvider } from '../types.ts';
import { createMinimaxService, type MinimaxServiceOptions } from './service.ts';

export interface MinimaxProviderOptions
  extends MinimaxServiceOptions,
    Pick<RemoteProviderOptions, 'throttle' | 'pauseSeconds' | 'normaliser' | 'logger'> {
  /** Rate limit: videos that may be requested per minute. */
  rpm: number;
}

/** Videos hosted by MiniMax. Each takes minutes, during which a process merely polls it. */
export function createMinimaxProvider({ rpm, ...options }: MinimaxProviderOptions): VideoProvider {
  return createRemoteProvider({
    ...options,
    service: createMinimaxService(options),
    usualSeconds: { min: 120, max: 180 },
    keepsPhotos: false,
    // As many as are submitted in three minutes, about the duration of one: more would only wait for their slot.
    atOnce: Math.min(3 * rpm, 60),
  });
}
