import { createRemoteProvider } from '../remote/remote-provider.ts';
import type { RemoteProviderOptions } from '../remote/options.ts';
import type { VideoProvider } from '../types.ts';
import { createMinimaxService, type MinimaxServiceOptions } from './service.ts';

export interface MinimaxProviderOptions
  extends MinimaxServiceOptions,
    Pick<RemoteProviderOptions, 'pace' | 'pauseSeconds' | 'normaliser' | 'logger'> {
  /** Videos that may be asked for in a minute. */
  rpm: number;
}

/** Hosted video by MiniMax. It takes minutes, in which a process only looks at it now and then. */
export function createMinimaxProvider({ rpm, ...options }: MinimaxProviderOptions): VideoProvider {
  return createRemoteProvider({
    ...options,
    service: createMinimaxService(options),
    usualSeconds: { min: 120, max: 180 },
    keepsPhotos: false,
    // What is begun in three minutes, about the time that one takes: more would only wait for their slot.
    atOnce: Math.min(3 * rpm, 60),
  });
}
