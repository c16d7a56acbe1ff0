import { useEffect, useRef, useState } from 'react';
import { type Recorder, recordVoice } from '#client/lib/record-voice.ts';

/** Records the microphone for at most `maxSeconds`. It is let go as soon as the recording ends, or the component. */
export function useRecorder(maxSeconds: number) {
  const [recorder, setRecorder] = useState<Recorder>({ phase: 'idle' });
  const session = useRef<AbortController | null>(null);
  useEffect(() => () => session.current?.abort(), []);

  return {
    recorder,
    start() {
      session.current?.abort();
      session.current = new AbortController();
      void recordVoice(maxSeconds, session.current.signal, setRecorder);
    },
    /** Keeps what has been recorded. */
    stop: () => session.current?.signal.dispatchEvent(new Event('stop')),
    discard() {
      session.current?.abort();
      setRecorder({ phase: 'idle' });
    },
  };
}
