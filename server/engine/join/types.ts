import type { Rendition } from '#shared/renditions.ts';

/** One clip of a film, in the film's order. */
export interface FilmClip {
  /** Its path on the local disk. */
  readonly path: string;
  /** A permanent name of this exact content (an object in the storage never changes), used to cache transitions. */
  readonly identity: string;
}

/** Caches expensive pieces of films, under keys of lower-case letters and digits. */
export interface FilmCache {
  /** Writes the piece to `filePath`; returns false if it isn't cached. */
  fetch(key: string, filePath: string): Promise<boolean>;
  /** Stores a copy of the file; the original stays. */
  keep(key: string, filePath: string): Promise<void>;
}

/** One film to make. */
export interface FilmRequest {
  readonly clips: readonly FilmClip[];
  /** Which rendition the clips are, which also selects the preset for newly encoded pieces. */
  readonly rendition: Rendition;
  /** An audio file for the soundtrack, looped or cut to the film's length; null for a film without sound. */
  readonly music: string | null;
  /** The provenance note for the file's metadata. */
  readonly note: string;
  /** Output path of the MP4. */
  readonly output: string;
  /** Output path of the JPEG of the first frame. */
  readonly poster: string;
  /** An empty folder that belongs to this film alone; the caller removes it. */
  readonly workDir: string;
  readonly cache: FilmCache;
  /** 0 to 1, never falls. */
  readonly onProgress: (progress: number) => void;
  /** Aborting ends every child process. */
  readonly signal: AbortSignal;
}

/** The finished film, and how it was made. */
export interface Film {
  readonly width: number;
  readonly height: number;
  readonly frames: number;
  /** `smart`: everything outside crossfades was copied; `full`: every frame was re-encoded. */
  readonly way: 'smart' | 'full';
  /** Frames of the film whose packets are those of a clip, or of a clip that was fitted into the film's frame. */
  readonly copiedFrames: number;
  /** Frames that were newly encoded, fitted clips included; cached ones don't count. */
  readonly encodedFrames: number;
}

/** A clip is permanently unusable: no video, damaged, or not what was requested. */
export class ClipError extends Error {
  override readonly name = 'ClipError';
}

/** A film to re-encode, smaller. */
export interface FitRequest {
  readonly film: string;
  /** Whether it has sound. */
  readonly sound: boolean;
  /** Output path of the MP4. */
  readonly output: string;
  readonly maxBytes: number;
  /** 0 to 1, never falls. */
  readonly onProgress: (progress: number) => void;
  /** Aborting ends every child process. */
  readonly signal: AbortSignal;
}

/** Joins clips into one film with crossfades. Independent of users, albums and storage. */
export interface FilmMaker {
  /**
   * Resolves when the files are complete. Throws ClipError, the signal's reason once aborted, or another error, which
   * may be transient.
   */
  make(request: FilmRequest): Promise<Film>;
  /**
   * Re-encodes a film so that its file has at most `maxBytes`; the file is complete when this resolves. Returns false,
   * without a file, if that is impossible. Throws like `make`.
   */
  fit(request: FitRequest): Promise<boolean>;
}
