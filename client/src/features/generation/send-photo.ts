import { isErrorCode } from '../../../../shared/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import { limits } from '../../../../shared/limits.ts';
import { taskAcceptedSchema } from '../../../../shared/schemas/video.ts';
import { RequestFailure } from '../../lib/error-code.ts';

export interface SendOptions {
  signal: AbortSignal;
  /** What mails about the video are to be written in. */
  language: Language;
  /** Told how much of the photo has left, from 0 to 1. */
  onProgress: (fraction: number) => void;
}

/**
 * Sends the photo to be animated; resolves with the task's id. By XMLHttpRequest, because only it tells how much of
 * an upload has left. Throws a RequestFailure with the server's code, or with null where no answer came; an
 * AbortError where `signal` ended it.
 */
export function sendPhoto(file: File, { signal, language, onProgress }: SendOptions): Promise<string> {
  const form = new FormData();
  form.append('prompt', limits.generation.prompt);
  form.append('duration', limits.generation.duration);
  form.append('resolution', limits.generation.resolution);
  form.append('language', language);
  form.append('image', file, file.name);

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', '/api/video/generate');
    request.responseType = 'json';
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.onload = () => {
      const accepted = taskAcceptedSchema.safeParse(request.response);
      if (request.status < 300 && accepted.success) resolve(accepted.data.taskId);
      else reject(failure(request));
    };
    request.onerror = () => reject(new RequestFailure('No answer', null));
    request.onabort = () => reject(new DOMException('Upload cancelled', 'AbortError'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return reject(new DOMException('Upload cancelled', 'AbortError'));
    signal.addEventListener('abort', abort);
    request.send(form);
  });
}

function failure(request: XMLHttpRequest): RequestFailure {
  const { status, statusText } = request;
  const body = (request.response ?? {}) as { error?: unknown; code?: unknown; requiresPayment?: unknown };
  return new RequestFailure(
    typeof body.error === 'string' ? body.error : `${status}: ${statusText}`,
    isErrorCode(body.code) ? body.code : null,
    body.requiresPayment === true,
  );
}
