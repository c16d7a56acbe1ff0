import { type Albums, albumsBy } from './albums.ts';
import { audioBy, type AudioCalls } from './audio.ts';
import { createTransport, type MemoriOptions } from './transport.ts';
import { type TypedCalls, typedCallsBy } from './typed-calls.ts';
import { type Videos, videosBy } from './videos.ts';

export type { AcceptedAlbum, AlbumOptions, Albums, MergedAlbum, MergeOptions } from './albums.ts';
export type { AddedAudio, AudioCalls, AudioOptions, Recording } from './audio.ts';
export { type ClientErrorCode, MemoriError, type MemoriErrorCode } from './errors.ts';
export type { MemoriOptions } from './transport.ts';
export { isTypedCallError, type TypedCallError, type TypedCalls } from './typed-calls.ts';
export type { BatchOptions, GenerateOptions, Photo, PhotoFile, Stoppable } from './photo.ts';
export type { VideoPreview } from '../../shared/schemas/video-preview.ts';
export type { AcceptedTask, AnimatedVideo, AnimateOptions, Videos } from './videos.ts';
export type { WaitOptions } from './wait.ts';
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';

/** A client for one Memori server and one token. */
export interface Memori {
  /**
   * Sends a photo, waits for its video and resolves with it. Takes one credit, which is refunded if the video can't be
   * made. Rejects with MemoriError, whose `code` says why. If `signal` aborts, a task that has not started is cancelled
   * and the promise rejects with the signal's reason; a task that has started continues and stays in the gallery.
   */
  readonly animate: Videos['animate'];
  /** Joins finished videos into one film, optionally with music; waits for it and resolves with it. Costs no credit. */
  readonly merge: Albums['merge'];
  /** The individual steps of `animate`. */
  readonly videos: Omit<Videos, 'animate'>;
  /** The individual steps of `merge`. */
  readonly albums: Omit<Albums, 'merge'>;
  /** A user's own songs and spoken words, for films. */
  readonly audio: AudioCalls;
  /** Every other call, with the server's own types. */
  readonly trpc: TypedCalls;
}

/** Creates a client without making any request. Throws TypeError if `baseUrl` is not a URL. */
export function createMemori(options: MemoriOptions): Memori {
  const transport = createTransport(options);
  const videos = videosBy(transport);
  const albums = albumsBy(transport);
  return {
    animate: videos.animate,
    merge: albums.merge,
    videos,
    albums,
    audio: audioBy(transport),
    trpc: typedCallsBy(transport),
  };
}
