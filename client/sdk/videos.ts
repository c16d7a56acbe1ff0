import type { CanceledTask, TaskProgress } from '../../shared/schemas/video.ts';
import type { VideoPreview } from '../../shared/schemas/video-preview.ts';
import { isFinal } from '../../shared/status.ts';
import { MemoriError } from './errors.ts';
import {
  type BatchOptions,
  bodyOf,
  formOf,
  type GenerateOptions,
  type Photo,
  type PhotoFile,
  type Stoppable,
} from './photo.ts';
import type { Transport } from './transport.ts';
import type { OnUpload } from './upload.ts';
import { untilEnded, type WaitOptions } from './wait.ts';

export type AnimateOptions = GenerateOptions & WaitOptions<TaskProgress>;

/** The response of `generate`. */
export interface AcceptedTask {
  readonly taskId: string;
  readonly status: TaskProgress['status'];
  readonly status_url: string;
  readonly cancel_url: string;
}

/** A finished video: the MP4, and where to download it again. */
export interface AnimatedVideo {
  readonly taskId: string;
  readonly video: Blob;
  readonly downloadUrl: string;
}

/** Video calls. All reject with MemoriError, or with the signal's reason. */
export interface Videos {
  /** Takes one photo and one credit; resolves once the task is accepted. */
  generate(photo: Photo, options?: GenerateOptions): Promise<AcceptedTask>;
  /**
   * Tells what would happen in the video of a photo, for no credit: the faces in it and what each would do, the turn, whether
   * it is of a print or damaged, the camera’s movement.
   */
  preview(photo: Photo, options?: GenerateOptions): Promise<VideoPreview>;
  /** Takes up to 20 photos and a credit for each, all or nothing; resolves with their tasks in the same order. */
  generateAll(photos: readonly PhotoFile[], options?: BatchOptions): Promise<readonly AcceptedTask[]>;
  /** Resolves with the final state, even if that is `Fail`. */
  wait(taskId: string, options?: WaitOptions<TaskProgress>): Promise<TaskProgress>;
  /** Downloads the finished video. */
  download(taskId: string, options?: Stoppable): Promise<AnimatedVideo>;
  /** Cancels a task that has not started; its credit is refunded. */
  cancel(taskId: string, options?: Stoppable): Promise<CanceledTask>;
  /** Runs the whole flow: sends the photo, waits, downloads. See `Memori.animate`. */
  animate(photo: Photo, options?: AnimateOptions): Promise<AnimatedVideo>;
}

/** How long an aborted caller is kept waiting for a call that may save their credit. */
const graceMilliseconds = 5000;

/** Returns the video calls, made through this transport. */
export function videosBy(transport: Transport): Videos {
  /**
   * On abort, breaks off an upload in progress; once everything has been sent, first waits to learn whether the task
   * was accepted, so that it can be cancelled.
   */
  async function send(photo: Photo, options: GenerateOptions): Promise<AcceptedTask> {
    const { signal } = options;
    signal?.throwIfAborted();
    const broken = new AbortController();
    let hasLeft = photo instanceof URL;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const abortNow = (): void => broken.abort(signal?.reason);
    const onAbort = (): void => {
      if (hasLeft) timer = setTimeout(abortNow, graceMilliseconds);
      else abortNow();
    };
    const onUpload: OnUpload = (share) => {
      hasLeft = share >= 1;
      options.onUpload?.(share);
    };
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await videos.generate(photo, { ...options, onUpload, signal: broken.signal });
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  const videos: Videos = {
    generate: (photo, options = {}) =>
      transport.json('/api/video/generate', {
        method: 'POST',
        ...bodyOf(photo, options),
        onUpload: options.onUpload,
        idempotencyKey: options.idempotencyKey,
        signal: options.signal,
      }),
    preview: (photo, options = {}) =>
      transport.json('/api/video/preview', {
        method: 'POST',
        ...bodyOf(photo, options),
        onUpload: options.onUpload,
        idempotencyKey: options.idempotencyKey,
        signal: options.signal,
      }),
    async generateAll(photos, options = {}) {
      const { tasks } = await transport.json<{ tasks: AcceptedTask[] }>('/api/video/generate/batch', {
        method: 'POST',
        form: formOf(photos, options),
        onUpload: options.onUpload,
        idempotencyKey: options.idempotencyKey,
        signal: options.signal,
      });
      return tasks;
    },
    wait: (taskId, options = {}) =>
      untilEnded(
        (waitSeconds) =>
          transport.json<TaskProgress>(`/api/video/status/${taskId}`, {
            waitSeconds,
            signal: options.signal,
          }),
        ({ status }) => isFinal(status),
        options,
      ),
    async download(taskId, { signal } = {}) {
      const path = `/api/video/download/${taskId}`;
      const { downloadUrl } = await transport.json<{ downloadUrl: string }>(path, { signal });
      return { taskId, video: await fileAt(transport, downloadUrl, signal), downloadUrl };
    },
    cancel: (taskId, { signal } = {}) =>
      transport.json(`/api/video/tasks/${taskId}/cancel`, { method: 'POST', signal }),
    async animate(photo, { onProgress, ...options } = {}) {
      const { signal } = options;
      const { taskId } = await send(photo, options);
      try {
        const { status, code, error } = await videos.wait(taskId, { signal, onProgress });
        if (status === 'Fail') {
          throw new MemoriError(code ?? 'generation_failed', error ?? 'The video failed', { taskId });
        }
        return await videos.download(taskId, { signal });
      } catch (error) {
        // An aborted caller should not lose a credit; a task that has started continues and remains theirs.
        if (signal?.aborted) {
          await videos
            .cancel(taskId, { signal: AbortSignal.timeout(graceMilliseconds) })
            .catch(() => undefined);
        }
        throw error;
      }
    },
  };
  return videos;
}

/** Downloads the file at a URL from one of the API's responses, through the client's own base URL. */
export async function fileAt(transport: Transport, address: string, signal?: AbortSignal): Promise<Blob> {
  const { pathname, search } = new URL(address);
  return (await transport.call(pathname + search, { signal })).blob();
}
