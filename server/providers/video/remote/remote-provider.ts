import { ClipError } from '#server/engine/join/types.ts';
import { noteOf } from '#shared/provenance.ts';
import type { ProvenanceStep } from '#shared/schemas/provenance.ts';
import { FfmpegError } from '#server/engine/ffmpeg/ffmpeg.ts';
import {
  type AnimationFiles,
  type AnimationRequest,
  DeadlinePassed,
  ProviderError,
  type VideoProvider,
} from '../types.ts';
import type { RemoteProviderOptions } from './options.ts';
import { RemoteError } from './service.ts';
import { endFailedSubmission, resumeOrSubmit } from './submit.ts';

const steps: readonly ProvenanceStep[] = ['animated', 'conformed'];

/** The share of the progress bar reserved for converting the clip into the standard format. */
const normalising = 0.1;

/**
 * A video provider whose work is done by a remote server. A run resumes where an earlier one of the same task died, and
 * a task is submitted at most twice (decision 060).
 */
export function createRemoteProvider(options: RemoteProviderOptions): VideoProvider {
  const { service, throttle, usualSeconds, keepsPhotos, atOnce } = options;
  return {
    name: service.name,
    usualSeconds,
    keepsPhotos,
    atOnce,
    isShared: true,
    animate: (request) => animate(options, request),
    isAvailable: async () => !(await throttle.isPaused()),
    close: () => service.close(),
  };
}

async function animate(options: RemoteProviderOptions, request: AnimationRequest): Promise<AnimationFiles> {
  // Waiting for a slot counts as preparing: nothing has been submitted yet.
  request.onProgress({ stage: 'preparing', progress: null, providerStatus: 'preparing' });
  for (;;) {
    const { number, remoteId } = await resumeOrSubmit(options, request);
    try {
      return await collect(options, request, remoteId);
    } catch (error) {
      // A run that was merely stopped will be resumed; after the deadline, nobody comes back for the result.
      if (request.signal.reason instanceof DeadlinePassed) await options.service.cancel(remoteId);
      request.signal.throwIfAborted();
      await endFailedSubmission(options, request, number, judge(error));
    }
  }
}

/** The consequence of an error for the submission. Rethrows errors unrelated to it. */
function judge(error: unknown): RemoteError {
  if (error instanceof RemoteError) return error;
  if (error instanceof ClipError)
    return new RemoteError('failed', `the clip is of no use: ${error.message}`, { cause: error });
  if (!(error instanceof FfmpegError)) throw error;
  const kind = error.reason === 'unavailable' ? 'provider-unavailable' : 'transient';
  throw new ProviderError(kind, error.message, { cause: error });
}

async function collect(
  { service, normaliser }: RemoteProviderOptions,
  request: AnimationRequest,
  remoteId: string,
): Promise<AnimationFiles> {
  const { workDir, signal, onProgress } = request;
  let measured = false;
  const source = await service.collect(remoteId, {
    workDir,
    signal,
    onProgress(report) {
      measured ||= report.progress !== null;
      onProgress({ ...report, progress: report.progress && report.progress * (1 - normalising) });
    },
  });
  const { maker } = service;
  const note = noteOf({ makers: [maker], steps: [...steps] });
  const output = await normaliser.normalise({
    source,
    workDir,
    signal,
    note,
    expected: await service.expect(request),
    onProgress: (share) =>
      onProgress({ stage: 'finalizing', progress: measured ? 1 - normalising * (1 - share) : null }),
  });
  const { clean, watermarked } = output.renditions;
  if (!clean || !watermarked) throw new TypeError('a rendition is missing');
  return {
    clean: clean.video,
    watermarked: watermarked.video,
    posterClean: clean.poster,
    posterWatermarked: watermarked.poster,
    width: output.width,
    height: output.height,
    frames: output.frames,
    maker,
    steps,
    source,
    movement: output.movement,
  };
}
