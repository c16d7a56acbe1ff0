import {
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MATROSKA,
  MP3,
  MP4,
  QTFF,
  WEBM,
} from 'mediabunny';
import { FilmError } from './types.ts';

/** Opens a video file for as long as `work` takes. Whatever fails in it becomes FilmError('unusable-clip'). */
export async function withVideo<T>(path: string, work: (track: InputVideoTrack) => Promise<T>): Promise<T> {
  using input = open(path);
  try {
    const track = await input.getPrimaryVideoTrack();
    if (!track) throw new Error('there is no video in it');
    return await work(track);
  } catch (cause) {
    if (cause instanceof FilmError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new FilmError('unusable-clip', `The clip can not be read: ${reason}`, { cause });
  }
}

/** Opens a sound file for as long as `work` takes. Throws if there is no sound in it. */
export async function withAudio<T>(path: string, work: (track: InputAudioTrack) => Promise<T>): Promise<T> {
  using input = open(path);
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new Error('There is no sound in the file');
  return await work(track);
}

function open(path: string): Input {
  // Reads run ahead of what is asked for; what goes wrong there is met again when it is asked for.
  const source = new FilePathSource(path, { handleUnhandledError: () => undefined });
  return new Input({ source, formats: [MP4, QTFF, WEBM, MATROSKA, MP3] });
}
