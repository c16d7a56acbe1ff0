import { open } from 'node:fs/promises';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { startFfmpeg } from '../ffmpeg/process.ts';
import { withAudio } from '../join/clip.ts';
import { measureLoudness, silence } from '../join/loudness.ts';

/** Why a recording can't be used. */
export type RecordingFault = 'type' | 'too-long' | 'broken' | 'silent';

/** A recording is permanently unusable. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
  readonly fault: RecordingFault;
  constructor(fault: RecordingFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export interface RecordingSource {
  readonly ffmpegPath: string;
  /** The foreign file. */
  readonly source: string;
  /** Where the result is written. */
  readonly output: string;
  readonly maxSeconds: number;
  /** 1 for a voice, 2 for music. */
  readonly channels: 1 | 2;
  readonly signal: AbortSignal;
}

const decoders = [
  ...['mp3', 'mp3float', 'aac', 'alac', 'flac', 'opus', 'libopus', 'vorbis', 'libvorbis'],
  ...['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'],
].join();

/** Recorders stop a moment late, and encoders fill their last frame. */
const lateness = 0.5;
const timeLimitSeconds = 120;
/** Some 25 kB per second of music: more than ten minutes. */
const maxOutputBytes = 32 * 1024 * 1024;

/**
 * Judges a foreign recording by its content and converts it to AAC at 44.1 kHz in an MP4, without its metadata. Returns
 * its length in seconds. Throws RecordingError, FfmpegError `unavailable`, or the signal's reason; then there is no
 * output.
 */
export async function conformRecording(recording: RecordingSource): Promise<number> {
  const { ffmpegPath, source, output, maxSeconds, channels, signal } = recording;
  const format = await formatOf(source);
  if (!format) throw new RecordingError('type', 'it is no known kind of recording');
  const conversion = startFfmpeg({
    path: ffmpegPath,
    input: [
      // The container is named, never guessed: ffmpeg would take a playlist for a recording and fetch its entries.
      ...['-f', format, '-codec_whitelist', decoders, '-t', String(maxSeconds + 1), '-vn', '-sn', '-dn'],
      ...['-i', `file:${source}`],
    ],
    encode: [
      ...['-map', '0:a:0', '-map_metadata', '-1', '-map_chapters', '-1', '-fflags', '+bitexact'],
      ...['-ac', String(channels), '-ar', '44100', '-c:a', 'aac', '-aac_coder', 'fast'],
      ...['-b:a', channels === 1 ? '96k' : '192k', '-f', 'mp4'],
    ],
    output,
    timeLimitSeconds,
    maxOutputBytes,
    maxAllocationBytes: 64 * 1024 * 1024,
    signal,
  });
  conversion.end();
  await conversion.done.catch(asBroken);
  const seconds = await withAudio(output, (track) => track.computeDuration()).catch(asBroken);
  if (seconds > maxSeconds + lateness) throw new RecordingError('too-long', `it has ${seconds} s or more`);
  const loudness = await measureLoudness(ffmpegPath, output, signal);
  if (loudness <= silence) throw new RecordingError('silent', 'nothing can be heard in it');
  return seconds;

  function asBroken(cause: unknown): never {
    signal.throwIfAborted();
    if (cause instanceof FfmpegError && cause.reason === 'unavailable') throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new RecordingError('broken', `it can't be decoded (${message})`, { cause });
  }
}

/** ffmpeg's name of the container, by its first bytes; null if it is none of those that are accepted. */
async function formatOf(source: string): Promise<string | null> {
  await using file = await open(source);
  const head = Buffer.alloc(12);
  await file.read(head, 0, 12, 0);
  const text = (from: number, to: number) => head.toString('latin1', from, to);
  if (text(4, 8) === 'ftyp') return 'mov';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WAVE') return 'wav';
  if (text(0, 4) === 'OggS') return 'ogg';
  if (text(0, 4) === 'fLaC') return 'flac';
  if (head.readUInt32BE(0) === 0x1a45dfa3) return 'matroska';
  // The sync word of an MPEG frame of layer III, or an ID3 tag before it.
  const isMp3 = text(0, 3) === 'ID3' || (head.readUInt16BE(0) & 0xffe6) === 0xffe2;
  return isMp3 ? 'mp3' : null;
}
