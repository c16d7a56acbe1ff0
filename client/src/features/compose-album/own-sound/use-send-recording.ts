import { useEffect, useRef, useState } from 'react';
import type { AddedAudio } from '#sdk/audio.ts';
import type { AudioPurpose } from '#shared/schemas/audio.ts';
import { showFailure } from '#client/ui/failure.ts';
import { sendRecording } from './send-recording.ts';

/** Sends one recording at a time; a failure is shown as a toast. `sending` tells the share that is sent, 0 to 1. */
export function useSendRecording() {
  const [sending, setSending] = useState<{ share: number } | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function send(recording: Blob, purpose: AudioPurpose): Promise<AddedAudio | null> {
    if (running.current) return null;
    const { signal } = (running.current = new AbortController());
    setSending({ share: 0 });
    try {
      return await sendRecording(recording, purpose, signal, (share) => setSending({ share }));
    } catch (error) {
      if (!signal.aborted) showFailure({ title: 'ownSound.failed' }, error);
      return null;
    } finally {
      running.current = null;
      setSending(null);
    }
  }

  return { sending, send };
}
