import { isErrorCode } from '../../../../shared/errors.ts';
import type { Language } from '../../../../shared/languages.ts';
import { appLimits } from '../../../../shared/app-limits.ts';
import type { ConsentVersion } from '../../../../shared/upload-consent.ts';
import type { BorderWish } from '../../../../shared/print/print.ts';
import { taskAcceptedSchema } from '../../../../shared/schemas/video.ts';
import { errorBodySchema } from '../../../../shared/schemas/error.ts';
import { aborted } from '../../lib/abort.ts';
import { ConnectionLost, RequestFailure } from '../../lib/error-code.ts';
import { statusMessage } from '../../lib/response-error.ts';
import { generateForm } from './generate-form.ts';

/** What shall become of a photo. */
export interface PhotoWishes {
  /** Of the border, if it is of a print. */
  border: BorderWish;
  /** Whether what time has done to it is undone first. */
  restore: boolean;
}

export interface SendOptions extends PhotoWishes {
  signal: AbortSignal;
  /** What mails about the video are to be written in. */
  language: Language;
  /** What the line at the button said, where it stood there. */
  consent: ConsentVersion | undefined;
  /** Told how much of the photo has left, from 0 to 1: from then on it may have arrived. */
  onProgress: (fraction: number) => void;
}

/**
 * Sends the photo to be animated; resolves with the task's id. By XMLHttpRequest, because only it tells how much of
 * an upload has left. Throws a RequestFailure with the server's code; ConnectionLost where no answer came; an AbortError
 * where `signal` ended it.
 */
export function sendPhoto(
  file: File,
  { signal, language, border, restore, consent, onProgress }: SendOptions,
): Promise<string> {
  const { prompt, duration, resolution } = appLimits.generation;
  const form = generateForm({
    prompt,
    duration,
    resolution,
    language,
    border,
    restore: `${restore}`,
    ...(consent && { consent }),
    image: file,
  });

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', '/api/video/generate');
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) onProgress(loaded / total);
    };
    request.upload.onload = () => onProgress(1);
    request.onload = () => {
      const accepted = taskAcceptedSchema.safeParse(jsonOf(request));
      if (request.status < 300 && accepted.success) resolve(accepted.data.taskId);
      else reject(failure(request));
    };
    request.onerror = () => reject(new ConnectionLost());
    request.onabort = () => reject(aborted('Upload cancelled'));
    request.onloadend = () => signal.removeEventListener('abort', abort);
    if (signal.aborted) return reject(aborted('Upload cancelled'));
    signal.addEventListener('abort', abort);
    request.send(form);
  });
}

/** What was answered, where it is JSON; a proxy answers for a server that is away with a page of its own. */
function jsonOf({ responseText }: XMLHttpRequest): unknown {
  try {
    return JSON.parse(responseText);
  } catch {
    return undefined;
  }
}

function failure(request: XMLHttpRequest): RequestFailure {
  const body = errorBodySchema.safeParse(jsonOf(request)).data;
  return new RequestFailure(
    statusMessage(request.status, request.statusText, request.responseText),
    isErrorCode(body?.code) ? body.code : null,
    body?.requiresPayment === true,
    Number(request.getResponseHeader('Retry-After')) || null,
  );
}
