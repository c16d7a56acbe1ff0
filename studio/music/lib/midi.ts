import tonejs from '@tonejs/midi';
import { sustainPedal } from './controllers.ts';
import { instruments } from './instruments.ts';
import type { Performance } from './perform.ts';

const volume = 7;
const panorama = 10;
const reverbSend = 91;
/** General MIDI's drum channel. */
const drums = 9;

/** Encodes a performance as a Standard MIDI File with millisecond resolution: one channel per instrument. */
export function toMidi(title: string, { tracks, duration }: Performance): Uint8Array {
  const midi = new tonejs.Midi();
  midi.header.name = title;
  midi.header.setTempo(120);
  tracks.forEach(({ instrument, notes, controllers }, index) => {
    const sound = instruments[instrument];
    const track = midi.addTrack();
    track.name = instrument;
    track.channel = index < drums ? index : index + 1;
    track.instrument.number = sound.program;
    track.addCC({ number: volume, value: sound.volume, time: 0 });
    track.addCC({ number: panorama, value: (sound.pan + 1) / 2, time: 0 });
    track.addCC({ number: reverbSend, value: sound.reverb, time: 0 });
    for (const controller of controllers) track.addCC(controller);
    // A synthesizer stops at the last event, which would cut off decaying sound.
    track.addCC({ number: sustainPedal, value: 0, time: duration });
    for (const { pitch, time, duration, velocity } of notes) {
      track.addNote({ midi: pitch, time, duration, velocity });
    }
  });
  return midi.toArray();
}
