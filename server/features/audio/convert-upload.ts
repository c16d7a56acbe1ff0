import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { audioLimits } from '#shared/audio-limits.ts';
import type { ErrorCode } from '#shared/errors.ts';
import type { AudioPurpose } from '#shared/schemas/audio.ts';
import {
  conformRecording,
  RecordingError,
  type RecordingFault,
} from '#server/engine/conform/conform-recording.ts';
import type { Ffmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { createFairQueue, QueueFullError, refusalOf } from '#server/platform/concurrency/fair-queue.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { AppError } from '#server/platform/errors.ts';
import { uploadFilename } from '#server/platform/files/stale-uploads.ts';

export interface ConvertDeps {
  ffmpeg: Pick<Ffmpeg, 'path'>;
  uploadDir: string;
}

const codes: Record<RecordingFault, ErrorCode> = {
  type: 'invalid_audio_type',
  'too-long': 'audio_too_long',
  broken: 'audio_broken',
  silent: 'audio_silent',
};

const { atOnce, perUser, perProcess } = sharedResources.audioConversions;
const conversions = createFairQueue({ atOnce, maxWaiting: perProcess, maxWaitingOf: [perUser] });
/** By then some of the waiting recordings have been converted. */
const retryAfterSeconds = 10;

/**
 * Judges a recording by its content and passes the path of a converted copy to `keep`, with its length in seconds; users
 * take turns. No file is left afterwards. Throws AppError `invalid_audio_type`, `audio_too_long`, `audio_broken`,
 * `audio_silent`, `upload_aborted` (once `signal` is aborted), `too_many_requests` or `service_unavailable`, and what
 * `keep` throws.
 */
export async function withConverted<T>(
  { ffmpeg, uploadDir }: ConvertDeps,
  { userId, upload, purpose }: { userId: string; upload: Blob; purpose: AudioPurpose },
  signal: AbortSignal,
  keep: (converted: { file: string; seconds: number }) => Promise<T>,
): Promise<T> {
  const [source = '', output = ''] = [0, 1].map(() => path.join(uploadDir, uploadFilename()));
  try {
    await pipeline(upload.stream(), createWriteStream(source));
    const seconds = await conversions.run(
      [userId],
      () =>
        conformRecording({
          ffmpegPath: ffmpeg.path,
          source,
          output,
          maxSeconds: audioLimits.maxSeconds[purpose],
          channels: purpose === 'voice' ? 1 : 2,
          signal,
        }),
      signal,
    );
    return await keep({ file: output, seconds });
  } catch (cause) {
    if (signal.aborted) throw new AppError('upload_aborted', { cause });
    if (cause instanceof RecordingError) throw new AppError(codes[cause.fault], { cause });
    throw cause instanceof QueueFullError ? refusalOf(cause, retryAfterSeconds) : cause;
  } finally {
    for (const file of [source, output]) await rm(file, { force: true });
  }
}
