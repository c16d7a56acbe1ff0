import type { Arrangement } from '#shared/arrangement.ts';
import type { FilmFormat } from '#shared/film/look.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { Rendition } from '#shared/renditions.ts';
import type { Placement } from '#shared/music-form.ts';

/** One clip of a film, in the film's order. */
export interface FilmClip {
  /** Its path on the local disk. */
  readonly path: string;
  /** A permanent name of this exact content (an object in the storage never changes), used to cache transitions. */
  readonly identity: string;
  /**
   * How many of its frames are shown, crossfades included, at least three crossfades; a clip that is shown for longer
   * than it lasts begins again. By default, it is shown once.
   */
  readonly frames?: number;
  /** The name of the chapter that begins with it, if one does. */
  readonly chapter?: string;
  /** Words shown over it for some seconds; null if they can't be drawn. */
  readonly caption?: Drawing<Overlay | null>;
}

/** A still picture that a film shows before, after or between its clips. */
export interface FilmCard extends Drawing<Buffer> {
  /** How long it is shown, crossfades included; at least three crossfades. */
  readonly frames: number;
  /** The name of the chapter that begins with it, if one does. */
  readonly chapter?: string;
}

/** A picture that is drawn for the film's frame. */
export interface Drawing<T> {
  /** Determines what is drawn at a size. */
  readonly identity: string;
  /** Draws it as a PNG. */
  draw(size: FrameSize): Promise<T>;
}

/** A picture with transparency, and where in the frame its upper left corner is, in pixels. */
export interface Overlay {
  readonly png: Buffer;
  readonly left: number;
  readonly top: number;
}

/** Caches expensive pieces of films, under keys of lower-case letters and digits. */
export interface FilmCache {
  /** Writes the piece to `filePath`; returns false if it isn't cached. */
  fetch(key: string, filePath: string): Promise<boolean>;
  /** Stores a copy of the file; the original stays. */
  keep(key: string, filePath: string): Promise<void>;
}

/** A film's music, and where its sections are recorded. */
export interface ArrangedMusic {
  /** Path of the Ogg Opus file that has each section on its own. */
  readonly sections: string;
  readonly placement: Placement;
  readonly arrangement: Arrangement;
}

/** A song of the film's owner: not repeated, and faded out if it is longer than the film. */
export interface OwnSong {
  /** Path of the recording. */
  readonly song: string;
  /** How long the fade takes at the film's end. */
  readonly fadeSeconds: number;
}

/** Something spoken in a film. */
export interface FilmVoice {
  /** Path of the recording. */
  readonly path: string;
  /** Which of the clips and cards it begins with, once nothing else is seen. */
  readonly item: number;
  /** What is said, for a track of subtitles. */
  readonly text?: string;
}

/** One film to make. */
export interface FilmRequest {
  /** At least one is a clip. */
  readonly clips: readonly (FilmClip | FilmCard)[];
  /** The frame's shape; by default `auto`, that of most clips. */
  readonly format?: FilmFormat;
  /** What lies around a clip of another shape: a blurred copy of it (the default), or paper, on which it is mounted. */
  readonly mat?: Mat;
  /** Which rendition the clips are, which also selects the preset for newly encoded pieces. */
  readonly rendition: Rendition;
  /**
   * The soundtrack: an audio file, looped or cut to the film's length, or music arranged for it, of this very length, or a
   * song; null for a film without music.
   */
  readonly music: string | ArrangedMusic | OwnSong | null;
  /** What is spoken over the music, which grows quieter meanwhile. */
  readonly voices?: readonly FilmVoice[];
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

export type Mat = 'blur' | 'paper';

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
  /** The frames in which each clip is seen, `to` excluded; neighbours overlap by their crossfade. */
  readonly shots: readonly { readonly from: number; readonly to: number }[];
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
