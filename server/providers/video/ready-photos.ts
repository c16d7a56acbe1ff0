import path from 'node:path';
import { RenderError } from '../../engine/animate/render-error.ts';
import { makePhotoReady } from '../../engine/animate/seeing.ts';
import { type AnimationRequest, ProviderError, type VideoProvider } from './types.ts';

/** A provider elsewhere that is sent photos as they are wished: prints without their border, or restored. */
export function withReadyPhotos(provider: VideoProvider): VideoProvider {
  return {
    ...provider,
    animate: async (request) => provider.animate({ ...request, photoPath: await readyPhotoOf(request) }),
  };
}

async function readyPhotoOf({ photoPath, workDir, wishes }: AnimationRequest): Promise<string> {
  const { border, restore } = wishes;
  const readyPath = path.join(workDir, 'ready.jpg');
  try {
    const ready = await makePhotoReady({ photoPath, readyPath, border, restore });
    return ready.photoPath;
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const kind = error.reason === 'unreadable-photo' ? 'rejected-photo' : 'transient';
    throw new ProviderError(kind, error.message, { cause: error });
  }
}
