/** Where a recorder is. Times are in seconds, levels from 0 to 1. */
export type Recorder =
  | { phase: 'idle' | 'asking' }
  | { phase: 'recording'; seconds: number; level: number }
  | { phase: 'recorded'; seconds: number; blob: Blob }
  | { phase: 'failed'; reason: 'denied' | 'missing' };

/** What the server reads, in the order of preference. Safari records MP4 only. */
const types = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];

/** Whether this browser can record: on pages without HTTPS, none can. */
export const canRecord = (): boolean =>
  typeof MediaRecorder === 'function' && typeof navigator.mediaDevices?.getUserMedia === 'function';

/**
 * Asks for the microphone and records it for at most `maxSeconds`, or until `signal` gets a `stop`. Reports each state,
 * unless the signal has aborted. The microphone is let go as soon as the recording ends.
 */
export async function recordVoice(
  maxSeconds: number,
  signal: AbortSignal,
  report: (state: Recorder) => void,
): Promise<void> {
  const tell = (state: Recorder) => signal.aborted || report(state);
  tell({ phase: 'asking' });
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
    if (signal.aborted) return release(stream);
    record(stream, maxSeconds, signal, tell);
  } catch (error) {
    const denied = error instanceof DOMException && error.name === 'NotAllowedError';
    tell({ phase: 'failed', reason: denied ? 'denied' : 'missing' });
  }
}

const release = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop();
};

/** Records until the time is over, `signal` gets a `stop`, or it aborts. */
function record(
  stream: MediaStream,
  maxSeconds: number,
  signal: AbortSignal,
  report: (state: Recorder) => void,
): void {
  const mimeType = types.find((type) => MediaRecorder.isTypeSupported(type));
  const recorder = new MediaRecorder(stream, { ...(mimeType && { mimeType }), audioBitsPerSecond: 96_000 });
  const audio = new AudioContext();
  const analyser = new AnalyserNode(audio, { fftSize: 1024 });
  audio.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const chunks: Blob[] = [];
  const startedAt = performance.now();
  const elapsed = () => Math.min(maxSeconds, (performance.now() - startedAt) / 1000);
  const stop = () => recorder.state !== 'inactive' && recorder.stop();
  // Not with the frames: a phone that sleeps draws none.
  const end = setTimeout(stop, maxSeconds * 1000);
  let frame = 0;
  const tick = () => {
    analyser.getFloatTimeDomainData(samples);
    report({ phase: 'recording', seconds: elapsed(), level: levelOf(samples) });
    frame = requestAnimationFrame(tick);
  };
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  recorder.addEventListener('stop', () => {
    cancelAnimationFrame(frame);
    clearTimeout(end);
    release(stream);
    void audio.close();
    report({ phase: 'recorded', seconds: elapsed(), blob: new Blob(chunks, { type: recorder.mimeType }) });
  });
  signal.addEventListener('stop', stop);
  signal.addEventListener('abort', stop);
  recorder.start();
  tick();
}

/** -60 dB and less is 0, full scale 1. */
export function levelOf(samples: Float32Array): number {
  const square = samples.reduce((sum, sample) => sum + sample ** 2, 0) / samples.length;
  return Math.max(0, Math.min(1, 1 + (10 * Math.log10(square + 1e-12)) / 60));
}
