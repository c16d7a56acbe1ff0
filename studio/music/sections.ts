import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { musicPlacementFile, musicSectionsFile } from '#server/platform/installation.ts';
import type { Placement } from '#shared/music-form.ts';
import { toMidi } from './lib/midi.ts';
import { upbeat } from './lib/perform.ts';
import { type PartPerformance, performParts } from './lib/perform-parts.ts';
import type { Piece } from './lib/score.ts';
import { tone } from './master.ts';
import { synthesise } from './synthesise.ts';

const run = promisify(execFile);

export interface Studio {
  ffmpeg: string;
  soundfont: string;
  /** Folder for intermediate files. */
  folder: string;
}

const sampleRate = 44_100;
const channels = 2;
/** Ten milliseconds, a whole number of samples: offsets are exact in decimal seconds. */
const step = sampleRate / 100;
/** Silence before each section. A decoder that starts there is in tune before the sound begins. */
const gap = 0.2 * sampleRate;
/** -66 dBFS, some 45 dB below the music: quieter tails are not heard. */
const audible = 10 ** (-66 / 20);
/** Samples over which what is left of a tail fades. */
const fade = 0.15 * sampleRate;

/**
 * Records each section of a piece on its own into one file, with its tail, and writes down where it is. The sound is
 * neither compressed nor limited: that is done when it is joined.
 */
export async function recordSections(piece: Piece, studio: Studio): Promise<void> {
  const recordings: Float32Array[] = [];
  const placement: Placement = { lead: upbeat, sections: [] };
  let end = 0;
  for (const part of performParts(piece)) {
    const sound = withoutSilence(await record(piece, part, studio));
    const seconds = sound.length / channels / sampleRate;
    placement.sections.push({ name: part.name, offset: (end + gap) / sampleRate, seconds });
    recordings.push(new Float32Array(gap * channels), sound);
    end += gap + sound.length / channels;
  }
  const raw = path.join(studio.folder, `${piece.id}.sections.raw`);
  await writeFile(raw, Buffer.concat(recordings.map(({ buffer }) => Buffer.from(buffer))));
  await run(studio.ffmpeg, [
    ...[
      '-hide_banner',
      '-loglevel',
      'error',
      '-y',
      '-f',
      'f32le',
      '-ar',
      `${sampleRate}`,
      '-ac',
      `${channels}`,
    ],
    ...['-i', raw, '-c:a', 'libopus', '-b:a', '52k', '-fflags', '+bitexact', '-flags:a', '+bitexact'],
    musicSectionsFile(piece.id),
  ]);
  await writeFile(musicPlacementFile(piece.id), `${JSON.stringify(placement)}\n`);
}

/** Interleaved samples of one section. The last one has the piece's own fade-out. */
async function record(
  { id, title, room, ending }: Piece,
  part: PartPerformance,
  { ffmpeg, soundfont, folder }: Studio,
): Promise<Float32Array> {
  const [midi, wav] = [path.join(folder, `${id}.section.mid`), path.join(folder, `${id}.section.wav`)];
  await writeFile(midi, toMidi(`${title}, ${part.name}`, part));
  await synthesise(soundfont, room, midi, wav);
  const fadeOut = `afade=t=out:st=${part.duration - ending.fade}:d=${ending.fade}:curve=qsin`;
  const filters = [`atrim=duration=${part.duration}`, ...tone, ...(part.ends ? [fadeOut] : [])];
  const { stdout } = await run(
    ffmpeg,
    ['-hide_banner', '-loglevel', 'error', '-i', wav, '-af', filters.join(','), '-f', 'f32le', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 27 },
  );
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / Float32Array.BYTES_PER_ELEMENT);
}

/** Cuts off what isn't heard at the end, with a short fade, in whole steps. */
function withoutSilence(samples: Float32Array): Float32Array {
  const last = samples.findLastIndex((sample) => Math.abs(sample) > audible);
  const length = Math.ceil((last / channels + fade) / step) * step;
  const kept = new Float32Array(length * channels);
  kept.set(samples.subarray(0, kept.length));
  for (let index = 0; index < kept.length; index++) {
    const left = length - Math.floor(index / channels);
    if (left < fade) kept[index] = (kept[index] ?? 0) * (left / fade);
  }
  return kept;
}
