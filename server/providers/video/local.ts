import { copyFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import type { Ffmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import type { RenditionFiles } from '#server/engine/animate/animation.ts';
import { RenderError } from '#server/engine/animate/render-error.ts';
import { createRenderPool, type RenderPoolOptions } from '#server/engine/animate/render-pool.ts';
import { version } from '#server/platform/installation.ts';
import type { Maker } from '#shared/schemas/provenance.ts';
import { type AnimationFiles, ProviderError, type ProviderFailureKind, type VideoProvider } from './types.ts';

export interface LocalProviderOptions extends RenderPoolOptions {
  readonly ffmpeg: Pick<Ffmpeg, 'path'>;
  /** Threads of each of the two encoders; 0 leaves it to x264. */
  readonly encoderThreads?: number;
}

const maker: Maker = { name: 'local', version, model: null };

/** An animation keeps about two cores busy. */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));

const kinds: Record<RenderError['reason'], ProviderFailureKind> = {
  'unreadable-photo': 'rejected-photo',
  unavailable: 'provider-unavailable',
  'output-limit': 'permanent',
  killed: 'transient',
  aborted: 'transient',
  crashed: 'transient',
  failed: 'transient',
  internal: 'transient',
  timeout: 'transient',
};

/**
 * The animator that needs no key and no network: people detected by `shared/vision`, motion from `shared/motion`,
 * frames drawn by the WebAssembly kernel in a process of their own, H.264 from ffmpeg. Ignores the prompt. Takes a few seconds
 * on two cores.
 */
export function createLocalProvider({
  ffmpeg,
  encoderThreads = 0,
  ...pool
}: LocalProviderOptions): VideoProvider {
  const renderers = createRenderPool(pool);
  return {
    name: 'local',
    usualSeconds: { min: 2, max: 15 },
    keepsPhotos: true,
    atOnce,
    isShared: false,
    isAvailable: () => Promise.resolve(true),
    async animate({
      photoPath,
      workDir,
      seed,
      options,
      sample = false,
      onProgress,
      signal,
    }): Promise<AnimationFiles> {
      const job = {
        ffmpegPath: ffmpeg.path,
        photoPath,
        workDir,
        sample,
        renditions: sample ? (['watermarked'] as const) : (['clean', 'watermarked'] as const),
        encoderThreads,
        seed,
        options,
      };
      try {
        const output = await renderers.run(job, onProgress, signal);
        const { watermarked } = output.renditions;
        // Samples have no clean rendition.
        const clean = sample ? await copyOf(watermarked, workDir) : output.renditions.clean;
        if (!clean || !watermarked) throw new RenderError('internal', 'A rendition is missing');
        return {
          clean: clean.video,
          watermarked: watermarked.video,
          posterClean: clean.poster,
          posterWatermarked: watermarked.poster,
          width: output.width,
          height: output.height,
          frames: output.frames,
          maker,
          steps: [...output.steps, 'animated'],
          source: null,
          movement: output.movement,
        };
      } catch (error) {
        if (signal.aborted || !(error instanceof RenderError)) throw error;
        throw new ProviderError(kinds[error.reason], error.message, { cause: error });
      }
    },
    close: () => renderers.close(),
  };
}

async function copyOf(
  rendition: RenditionFiles | undefined,
  workDir: string,
): Promise<RenditionFiles | undefined> {
  if (!rendition) return undefined;
  const copy = { video: path.join(workDir, 'copy.mp4'), poster: path.join(workDir, 'copy.jpg') };
  await copyFile(rendition.video, copy.video);
  await copyFile(rendition.poster, copy.poster);
  return copy;
}
