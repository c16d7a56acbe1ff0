import { formOf } from '#sdk/photo.ts';
import { createTransport } from '#sdk/transport.ts';
import type { AcceptedTask } from '#sdk/videos.ts';
import { appLimits } from '#shared/app-limits.ts';
import { RequestFailure } from '#client/api/error-code.ts';
import { failureOf } from '#client/api/sdk-failure.ts';
import type { SentPhoto } from '#client/entities/photo/shrink-photo.ts';
import type { Upload } from './effects.ts';

/**
 * Sends a photo to be animated; resolves with the task's id. Throws a RequestFailure with the server's code, or none if what
 * answered was not Memori; ConnectionLost if no response came; an AbortError if `signal` aborted.
 */
export async function uploadPhoto({ image, facts }: SentPhoto, upload: Upload): Promise<string> {
  const { key, fields, signal, onProgress } = upload;
  const { prompt, duration, resolution } = appLimits.generation;
  const { consent, rest, ...options } = fields;
  const form = formOf([image], {
    prompt,
    duration,
    resolution,
    ...options,
    rest: rest.length > 0 ? rest : undefined,
  });
  if (consent) form.set('consent', consent);
  for (const [name, value] of Object.entries(facts)) form.set(name, value);
  // The outbox decides when a photo is sent again.
  const transport = createTransport({ baseUrl: window.location.origin, retries: 0 });
  try {
    const { taskId } = await transport.json<Partial<AcceptedTask>>('/api/video/generate', {
      method: 'POST',
      form,
      signal,
      idempotencyKey: key,
      onUpload: onProgress,
    });
    if (typeof taskId !== 'string') throw new RequestFailure('What answered was not Memori', null);
    return taskId;
  } catch (error) {
    throw failureOf(error);
  }
}
