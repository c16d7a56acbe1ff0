import { isErrorCode } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import type { ConsentVersion } from '#shared/upload-consent.ts';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import type { TurnOption } from '#shared/motion/turn.ts';
import type { BorderMode } from '#shared/print/print.ts';
import { taskAcceptedSchema } from '#shared/schemas/video.ts';
import { errorBodySchema } from '#shared/schemas/error.ts';
import { aborted } from '#client/lib/abort.ts';
import { ConnectionLost, RequestFailure } from '#client/lib/error-code.ts';
import { statusMessage } from '#client/lib/response-error.ts';
import type { SentPhoto } from '#client/lib/photo/shrink-photo.ts';
import { generateForm } from './generate-form.ts';

/** The user's choices for a photo. */
export interface PhotoOptions {
  /** How it is turned first. */
  turn: TurnOption;
  /** Who does not move. */
  rest: readonly RestPoint[];
  /** What happens to the border, if it is of a print. */
  border: BorderMode;
  /** Whether it is restored first. */
  restore: boolean;
}

/** What is sent with the photo. */
export interface PhotoFields extends PhotoOptions {
  /** The language for mails about the video. */
  language: Language;
  /** The version of the consent line at the button, if it was shown. */
  consent: ConsentVersion | undefined;
}

export interface SendOptions {
  /** The `Idempotency-Key`: however often the photo is sent with it, and with the same fields, it becomes one task. */
  key: string;
  fields: PhotoFields;
  signal: AbortSignal;
  /** Called with the uploaded share of the photo, from 0 to 1: at 1 it may have arrived. */
  onProgress: (fraction: number) => void;
}

/**
 * Sends the photo to be animated; resolves with the task's id. Uses XMLHttpRequest because only it reports upload
 * progress. Throws a RequestFailure with the server's code; ConnectionLost if no response came; an AbortError if
 * `signal` aborted.
 */
export function sendPhoto(
  { image, facts }: SentPhoto,
  { key, fields, signal, onProgress }: SendOptions,
): Promise<string> {
  const { prompt, duration, resolution } = appLimits.generation;
  const { language, turn, rest, border, restore, consent } = fields;
  const form = generateForm({
    prompt,
    duration,
    resolution,
    language,
    turn,
    ...(rest.length > 0 && { rest: JSON.stringify(rest) }),
    border,
    restore: `${restore}`,
    ...(consent && { consent }),
    ...facts,
    image,
  });

  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    request.open('POST', '/api/video/generate');
    request.setRequestHeader('Idempotency-Key', key);
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

/** The response body, if it is JSON; when the server is down, a proxy may respond with an HTML page of its own. */
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
