import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Piece } from './lib/score.ts';

const run = promisify(execFile);

/** An error that the user can fix: a missing tool or file, or an unknown piece. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
}

/** fluidsynth's reverberation settings: size of the room, damping, width and level. */
const rooms = {
  salon: { 'room-size': 0.45, damp: 0.4, width: 0.6, level: 0.7 },
  hall: { 'room-size': 0.68, damp: 0.3, width: 0.8, level: 0.8 },
  cathedral: { 'room-size': 0.82, damp: 0.25, width: 1, level: 0.85 },
} satisfies Record<Piece['room'], object>;

/** Renders a MIDI file to a WAV file. Throws RenderError with installation instructions if fluidsynth is missing. */
export async function synthesise(
  soundfont: string,
  room: Piece['room'],
  midiFile: string,
  wavFile: string,
): Promise<void> {
  const reverb = Object.entries(rooms[room]).flatMap(([name, value]) => [
    '-o',
    `synth.reverb.${name}=${value}`,
  ]);
  try {
    await run('fluidsynth', [
      ...['-q', '-n', '-i', '-g', '0.5', '-r', '44100', '-O', 'float', '-T', 'wav', '-F', wavFile],
      ...['-o', 'synth.chorus.active=0', '-o', 'synth.polyphony=512', ...reverb],
      ...[soundfont, midiFile],
    ]);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new RenderError(
      'fluidsynth is not installed (Debian: apt-get install fluidsynth fluid-soundfont-gm).',
      {
        cause: error,
      },
    );
  }
}
