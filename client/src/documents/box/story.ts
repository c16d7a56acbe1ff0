// Loaded by the page of a box that asks for stories: records one, and lets its sender hear it before it is sent.
import { audioLimits } from '#shared/audio-limits.ts';
import { formatElapsed } from '#client/lib/format.ts';
import { type Recorder, recordVoice } from '#client/lib/record-voice.ts';
import { timeSlot } from './story-texts.ts';

/** The story of a photo that is being told on the page. */
export interface StoryTeller {
  /** What was recorded; null without a recording. Ends one that still runs. */
  recording(): Promise<Blob | null>;
  /** Forgets what was recorded. */
  reset(): void;
}

function find(part: HTMLElement, name: string): HTMLElement {
  const found = part.querySelector<HTMLElement>(`[data-${name}]`);
  if (!found) throw new Error(`The page lacks ${name}`);
  return found;
}

/** Which parts are seen in each state. */
const seenIn: Record<Recorder['phase'], readonly string[]> = {
  idle: ['record', 'file'],
  asking: ['record', 'file'],
  recording: ['stop', 'level', 'time'],
  recorded: ['heard', 'again', 'remove'],
  failed: ['record', 'file'],
};
const parts = [...new Set(Object.values(seenIn).flat())];

/** What has the focus then, if what had it before is gone. */
const focusIn: Record<Recorder['phase'], string> = {
  idle: 'record',
  asking: 'record',
  recording: 'stop',
  recorded: 'heard',
  failed: 'record',
};

/**
 * Offers recording in this part of the page, where the browser can; calls `onChange` when there is a recording, or none
 * any more.
 */
export function startStory(part: HTMLElement, onChange: (told: boolean) => void): StoryTeller {
  const player = find(part, 'heard') as HTMLAudioElement;
  const level = find(part, 'level') as HTMLMeterElement;
  const time = find(part, 'time');
  let session = new AbortController();
  let state: Recorder = { phase: 'idle' };
  let ended = () => {};

  function show(next: Recorder) {
    const before = state.phase;
    state = next;
    if (next.phase === 'recording') {
      level.value = next.level;
      time.textContent = (time.dataset['time'] ?? '').replace(timeSlot, formatElapsed(next.seconds));
    }
    if (next.phase !== before) enter(next);
  }

  function enter(next: Recorder) {
    const hadFocus = part.contains(document.activeElement);
    for (const name of parts) find(part, name).hidden = !seenIn[next.phase].includes(name);
    const said = next.phase === 'failed' ? next.reason : next.phase;
    for (const line of part.querySelectorAll<HTMLElement>('[data-says]'))
      line.hidden = line.dataset['says'] !== said;
    if (player.src) URL.revokeObjectURL(player.src);
    if (next.phase === 'recorded') player.src = URL.createObjectURL(next.blob);
    else player.removeAttribute('src');
    if (hadFocus) find(part, focusIn[next.phase]).focus();
    onChange(next.phase === 'recorded');
    if (!['asking', 'recording'].includes(next.phase)) ended();
  }

  function begin() {
    session.abort();
    session = new AbortController();
    const file = find(part, 'file').querySelector('input');
    if (file) file.value = '';
    void recordVoice(audioLimits.maxSeconds.voice, session.signal, show);
  }

  function reset() {
    session.abort();
    show({ phase: 'idle' });
  }

  const finish = () => session.signal.dispatchEvent(new Event('stop'));
  for (const name of ['record', 'again']) find(part, name).addEventListener('click', begin);
  find(part, 'stop').addEventListener('click', finish);
  find(part, 'remove').addEventListener('click', reset);
  find(part, 'record').hidden = false;

  return {
    async recording() {
      if (state.phase === 'asking') reset();
      if (state.phase === 'recording')
        await new Promise<void>((resolve) => {
          ended = resolve;
          finish();
        });
      return state.phase === 'recorded' ? state.blob : null;
    },
    reset,
  };
}
