import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Detection } from '#shared/vision/detect-people.ts';
import { createProcessPool, LostProcessError } from '#server/platform/child-process/pool.ts';
import type { AnimationJob, AnalyzedPhoto } from '../animation.ts';
import type { PreprocessedPhoto, PreprocessRequest } from './preprocess.ts';
import { RenderError } from '../render-error.ts';
import type { AnalysisResponse, AnalysisRequest, PhotoRequest } from './analysis-process.ts';
import type { PhotoPreview, PreviewRequest } from './preview-photo.ts';
import { milliseconds } from '#shared/durations.ts';

/** An analysis takes half a second, of a group of thirty four; a busy machine may take much longer. */
const deadlineMilliseconds = 120_000;
/** It needs little JavaScript heap, and an unlimited heap would grow. */
const flags = ['--max-semi-space-size=2', '--max-old-space-size=64'];
/** Otherwise, glibc's per-thread arenas would retain freed memory. */
const env = { MALLOC_ARENA_MAX: '1' };
/** Loading the models takes a second; keeping them loaded takes some two hundred and fifty megabytes. */
const idleMilliseconds = 10 * milliseconds.minute;

const processes = createProcessPool<AnalysisRequest, AnalysisResponse>({
  script: fileURLToPath(new URL('./analysis-process.ts', import.meta.url)),
  flags,
  env,
  size: 1,
  deadlineMilliseconds,
  idleMilliseconds,
  background: true,
});

/**
 * Finds faces, people and animals in a prepared photo, in a child process that is kept for the next photo. Retries once
 * if the process is lost. Throws RenderError.
 */
export async function detectPeople(photoPath: string): Promise<Detection> {
  return (await analyze({ photoPath, preprocess: null, detect: true })).detection;
}

/**
 * Preprocesses a prepared photo as requested, before it is analyzed or sent to a provider: `preprocess`, off this
 * thread. Throws RenderError.
 */
export async function preprocessPhoto({
  photoPath,
  ...preprocess
}: PreprocessRequest): Promise<PreprocessedPhoto> {
  return analyze({ photoPath, preprocess, detect: false });
}

/** Preprocesses and analyzes a job's photo. A new photo in the job's folder may replace it. Throws RenderError. */
export async function analyzePhoto({
  photoPath,
  workDir,
  options: { turn, border, restore },
}: Pick<AnimationJob, 'photoPath' | 'workDir' | 'options'>): Promise<AnalyzedPhoto> {
  const preprocess = { outputPath: path.join(workDir, 'ready.jpg'), turn, border, restore };
  return analyze({ photoPath, preprocess, detect: true });
}

/**
 * Tells what a prepared photo's video would show: `previewPhoto`, off this thread. Ends within two seconds once `signal`
 * is aborted. Throws RenderError, or the signal's reason.
 */
export async function foreseeVideo(preview: PreviewRequest, signal?: AbortSignal): Promise<PhotoPreview> {
  const response = await ask({ preview }, signal);
  if ('preview' in response) return response.preview;
  throw unreadable(response);
}

async function analyze(request: PhotoRequest & { detect: true }): Promise<AnalyzedPhoto>;
async function analyze(request: PhotoRequest): Promise<PreprocessedPhoto>;
async function analyze(request: PhotoRequest): Promise<PreprocessedPhoto & { detection: Detection | null }> {
  const response = await ask(request);
  if ('photo' in response) return response.photo;
  throw unreadable(response);
}

async function ask(request: AnalysisRequest, signal?: AbortSignal): Promise<AnalysisResponse> {
  const run = () => processes.run(() => Promise.resolve(request), signal ? { signal } : {});
  try {
    return await run().catch((error: unknown) => {
      if (error instanceof LostProcessError) return run();
      throw error;
    });
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof LostProcessError) throw failure('crashed', `${error.message}\n${error.log}`);
    throw failure('internal', (error as Error).stack ?? String(error));
  }
}

function unreadable(response: AnalysisResponse): RenderError {
  return failure('unreadable-photo', 'unreadable' in response ? response.unreadable : 'no result');
}

function failure(reason: RenderError['reason'], detail: string): RenderError {
  return new RenderError(reason, 'The photo could not be looked at', detail);
}
