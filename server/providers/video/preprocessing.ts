import path from 'node:path';
import { RenderError } from '#server/engine/animate/render-error.ts';
import type { PreprocessedPhoto } from '#server/engine/animate/seeing/preprocess.ts';
import { preprocessPhoto } from '#server/engine/animate/seeing/analysis.ts';
import { type AnimationRequest, ProviderError, type VideoProvider } from './types.ts';

/**
 * Wraps a remote provider so that it gets preprocessed photos: upright, without a print's border, or restored, as
 * requested.
 */
export function withPreprocessing(provider: VideoProvider): VideoProvider {
  return {
    ...provider,
    async animate(request) {
      const { photoPath, steps } = await preprocess(request);
      const files = await provider.animate({ ...request, photoPath });
      return { ...files, steps: [...steps, ...files.steps] };
    },
  };
}

async function preprocess({ photoPath, workDir, options }: AnimationRequest): Promise<PreprocessedPhoto> {
  const { turn, border, restore } = options;
  const outputPath = path.join(workDir, 'ready.jpg');
  try {
    return await preprocessPhoto({ photoPath, outputPath, turn, border, restore });
  } catch (error) {
    if (!(error instanceof RenderError)) throw error;
    const kind = error.reason === 'unreadable-photo' ? 'rejected-photo' : 'transient';
    throw new ProviderError(kind, error.message, { cause: error });
  }
}
