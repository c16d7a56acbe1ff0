import path from 'node:path';
import { RenderError } from '../../engine/animate/render-error.ts';
import type { ReadyPhoto } from '../../engine/animate/make-ready.ts';
import { makePhotoReady } from '../../engine/animate/seeing.ts';
import { type AnimationRequest, ProviderError, type VideoProvider } from './types.ts';

/** Wraps a remote provider so that it gets preprocessed photos: without a print's border, or restored, as requested. */
export function withReadyPhotos(provider: VideoProvider): VideoProvider {
  return {
    ...provider,
    async animate(request) {
      const { photoPath, steps } = await readyPhotoOf(request);
      const files = await provider.animate({ ...request, photoPath });
      return { ...files, steps: [...steps, ...files.steps] };
    },
  };
}

async function readyPhotoOf({ photoPath, workDir, wishes }: AnimationRequest): Promise<ReadyPhoto> {
  const { border, restore } = wishes;
  const readyPath = path.join(workDir, 'ready.jpg');
  try {
    return await makePhotoReady({ photoPath, readyPath, border, restore });
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const kind = error.reason === 'unreadable-photo' ? 'rejected-photo' : 'transient';
    throw new ProviderError(kind, error.message, { cause: error });
  }
}
