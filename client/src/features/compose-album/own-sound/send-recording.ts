import { type AddedAudio, audioBy } from '#sdk/audio.ts';
import { createTransport } from '#sdk/transport.ts';
import type { AudioPurpose } from '#shared/schemas/audio.ts';
import { failureOf } from '#client/api/sdk-failure.ts';

/**
 * Sends a recording, whose use its sender has confirmed; reports progress from 0 to 1. Throws a RequestFailure with the
 * server's code, ConnectionLost, or an AbortError if `signal` aborted.
 */
export async function sendRecording(
  recording: Blob,
  purpose: AudioPurpose,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<AddedAudio> {
  const transport = createTransport({ baseUrl: window.location.origin });
  try {
    return await audioBy(transport).create(recording, {
      purpose,
      rights: true,
      signal,
      onUpload: onProgress,
    });
  } catch (error) {
    throw failureOf(error);
  }
}
