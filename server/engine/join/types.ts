import type { Rendition } from '../../../shared/renditions.ts';

/** One clip of a film, in the film's order. */
export interface FilmClip {
  /** Where it lies on this machine's disk. */
  readonly path: string;
  /** Names this very content for good (an object in the storage never changes): what transitions are cached by. */
  readonly identity: string;
}

/** Keeps pieces of films that were costly to make, under keys made of lower-case letters and digits. */
export interface FilmCache {
  /** Puts the piece into a file at `filePath`; false if there is none. */
  fetch(key: string, filePath: string): Promise<boolean>;
  /** Keeps a copy of the file; the file itself stays. */
  keep(key: string, filePath: string): Promise<void>;
}

/** One film to make. */
export interface FilmRequest {
  readonly clips: readonly FilmClip[];
  /** Which rendition the clips are, and so with which preset what is new gets encoded. */
  readonly rendition: Rendition;
  /** An audio file that plays along, looped or cut to the film's length; null for a film without sound. */
  readonly music: string | null;
  /** The film's name, for the file's metadata. */
  readonly title: string;
  /** What the file's metadata say of how it was made. */
  readonly note: string;
  /** Where the MP4 goes. */
  readonly output: string;
  /** Where the JPEG of the first frame goes. */
  readonly poster: string;
  /** An empty folder that belongs to this film alone; the caller removes it. */
  readonly workDir: string;
  readonly cache: FilmCache;
  /** 0 to 1, never falls. */
  readonly onProgress: (progress: number) => void;
  /** Aborting ends every child process. */
  readonly signal: AbortSignal;
}

/** What was made, and how. */
export interface Film {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** `smart`: what no crossfade touches was copied; `full`: every frame was re-encoded. */
  readonly way: 'smart' | 'full';
  /** Frames of the film whose packets are those of a clip, or of a clip that was fitted into the film's frame. */
  readonly copiedFrames: number;
  /** Frames that were encoded for it just now, fitted clips included; what lay in the cache does not count. */
  readonly encodedFrames: number;
}

/** A clip is of no use, and will be of none another time: no video, damaged, or not what was asked for. */
export class ClipError extends Error {
  override readonly name = 'ClipError';
}

/** A film to re-encode, smaller. */
export interface FitRequest {
  readonly film: string;
  /** Whether it has sound. */
  readonly sound: boolean;
  /** Where the MP4 goes. */
  readonly output: string;
  readonly maxBytes: number;
  /** 0 to 1, never falls. */
  readonly onProgress: (progress: number) => void;
  /** Aborting ends every child process. */
  readonly signal: AbortSignal;
}

/** Joins clips into one film with crossfades. Knows nothing of users, albums or storage. */
export interface FilmMaker {
  /**
   * Resolves when the files are complete. Throws ClipError, the signal's reason once aborted,
   * or what may not happen the next time.
   */
  make(request: FilmRequest): Promise<Film>;
  /**
   * Re-encodes a film so that its file has at most `maxBytes`, and is complete when this resolves. False, and no file, where
   * that can't be done. Throws as `make` does.
   */
  fit(request: FitRequest): Promise<boolean>;
}
