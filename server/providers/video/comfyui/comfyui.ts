import { createRemoteProvider } from '../remote/remote-provider.ts';
import type { RemoteProviderOptions } from '../remote/options.ts';
import type { VideoProvider } from '../types.ts';
import { type ComfyServiceOptions, createComfyService } from './service.ts';

export type ComfyProviderOptions = ComfyServiceOptions &
  Pick<RemoteProviderOptions, 'throttle' | 'pauseSeconds' | 'normaliser' | 'logger'>;

/** Videos from the operator's ComfyUI server. */
export function createComfyProvider(options: ComfyProviderOptions): VideoProvider {
  return createRemoteProvider({
    ...options,
    service: createComfyService(options),
    usualSeconds: { min: 120, max: 600 },
    keepsPhotos: options.privateOnly,
    // One runs there while the next is being uploaded; others queue here, where waiting doesn't use up their time.
    atOnce: 2,
  });
}
