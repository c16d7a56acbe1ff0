import type { Arrangement } from '#shared/arrangement.ts';
import { type MusicTrackId, musicFormPath, musicPlacementPath, musicSectionsPath } from '#shared/music.ts';
import { type MusicForm, musicFormSchema, type Placement, placementSchema } from '#shared/music-form.ts';

/** A piece, ready to be arranged and played. */
export interface Piece {
  readonly form: MusicForm;
  readonly placement: Placement;
  /** Of its sections; null if the browser can't decode Ogg Opus, as Safari before version 18.4. */
  readonly recording: Recording | null;
}

interface Recording {
  readonly buffer: AudioBuffer;
  /** What brings it to about the loudness of films: sections are neither compressed nor amplified. */
  readonly gain: number;
}

/** Loads a piece. Rejects if it does not arrive. */
export async function loadPiece(context: BaseAudioContext, id: MusicTrackId): Promise<Piece> {
  const [form, placement, recording] = await Promise.all([
    load(musicFormPath(id)).then(async (response) => musicFormSchema.parse(await response.json())),
    load(musicPlacementPath(id)).then(async (response) => placementSchema.parse(await response.json())),
    load(musicSectionsPath(id)).then((response) => response.arrayBuffer()),
  ]);
  return {
    form,
    placement,
    recording: await context.decodeAudioData(recording).then(
      (buffer) => ({ buffer, gain: 10 ** ((target - levelOf(buffer)) / 20) }),
      () => null,
    ),
  };
}

/** In dBFS, before the limiter, which adds some 3 dB: a film has -16 LUFS. */
const target = -20;
/** Blocks of 0.4 s, as in ITU-R BS.1770, and the mean square below which one is taken for silence. */
const gate = { seconds: 0.4, silence: 1e-6 } as const;

/** The mean level of what is not silent, in dBFS. */
function levelOf(buffer: AudioBuffer): number {
  const size = Math.round(gate.seconds * buffer.sampleRate);
  const squares = new Float64Array(Math.ceil(buffer.length / size));
  for (let channel = 0; channel < buffer.numberOfChannels; channel++) {
    const samples = buffer.getChannelData(channel);
    // An iterator would take ten times as long for some ten million samples.
    for (let i = 0; i < samples.length; i++) squares[Math.floor(i / size)]! += samples[i]! ** 2 / size;
  }
  const heard = squares.filter((square) => square > gate.silence);
  return 10 * Math.log10(heard.reduce((sum, square) => sum + square, 0) / heard.length);
}

async function load(path: string): Promise<Response> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}`);
  return response;
}

/** A piece of the sections' recording that a film plays, in seconds. */
export interface Sound {
  /** When it begins in the film. */
  readonly at: number;
  /** Where it begins in the recording. */
  readonly offset: number;
  readonly seconds: number;
}

/** What is heard when in an arrangement: each section, ringing on over the next one. */
export function soundsOf({ parts }: Arrangement, { lead, sections }: Placement): Sound[] {
  return parts.flatMap(({ section, at }) => {
    const place = sections.find(({ name }) => name === section);
    return place ? [{ at: at - lead, offset: place.offset, seconds: place.seconds }] : [];
  });
}

export interface MusicPlayer {
  /** The time in seconds on the clock that the sound follows. */
  now: () => number;
  /** Plays from this second of the film on, instead of what was playing. */
  start: (from: number) => void;
  stop: () => void;
}

/** Plays sounds of a recording, as loud as a film's and with limited peaks. */
export function createMusicPlayer(
  context: AudioContext,
  { buffer, gain }: Recording,
  sounds: readonly Sound[],
): MusicPlayer {
  const limiter = new DynamicsCompressorNode(context, { threshold: -6, ratio: 20, attack: 0.003, knee: 0 });
  const level = new GainNode(context, { gain });
  level.connect(limiter).connect(context.destination);
  let playing: AudioBufferSourceNode[] = [];
  function stop() {
    for (const source of playing) source.stop();
    playing = [];
  }
  return {
    now: () => context.currentTime,
    start(from) {
      stop();
      // Where there was no gesture, or a call came in between.
      void context.resume();
      const begin = context.currentTime - from;
      for (const { at, offset, seconds } of sounds) {
        const missed = Math.max(0, from - at);
        if (missed >= seconds) continue;
        const source = new AudioBufferSourceNode(context, { buffer });
        source.connect(level);
        source.start(begin + at + missed, offset + missed, seconds - missed);
        playing.push(source);
      }
    },
    stop,
  };
}
