import { type Albums, albumsBy } from './albums.ts';
import { createTransport, type MemoriOptions } from './transport.ts';
import { type TypedCalls, typedCallsBy } from './typed-calls.ts';
import { type Videos, videosBy } from './videos.ts';

export type { AcceptedAlbum, AlbumOptions, Albums, MergedAlbum, MergeOptions } from './albums.ts';
export { type ClientErrorCode, MemoriError, type MemoriErrorCode } from './errors.ts';
export type { MemoriOptions } from './transport.ts';
export { isTypedCallError, type TypedCallError, type TypedCalls } from './typed-calls.ts';
export type { BatchOptions, GenerateOptions, Photo, PhotoFile, Stoppable } from './photo.ts';
export type { AcceptedTask, AnimatedVideo, AnimateOptions, Videos } from './videos.ts';
export type { WaitOptions } from './wait.ts';
export { type VerifiedWebhook, type VerifyOptions, verifyWebhook, type WebhookHeaders } from './webhooks.ts';

/** A client of one Memori, for one token. */
export interface Memori {
  /**
   * Sends a photo, waits for its video and resolves with that. Takes one credit, which comes back where the video can't be made.
   * Rejects with MemoriError, whose `code` says why. Where `signal` aborts, a task that has not begun is canceled, and it rejects with
   * the signal's reason; one that has begun goes on, and stays in the gallery.
   */
  readonly animate: Videos['animate'];
  /** Joins finished videos into one film, with music if wanted; waits, and resolves with it. Costs no credit. */
  readonly merge: Albums['merge'];
  /** The steps of `animate`. */
  readonly videos: Omit<Videos, 'animate'>;
  /** The steps of `merge`. */
  readonly albums: Omit<Albums, 'merge'>;
  /** Every other call, typed as the server has it. */
  readonly trpc: TypedCalls;
}

/** A client; asks nothing yet. Throws TypeError where `baseUrl` is no address. */
export function createMemori(options: MemoriOptions): Memori {
  const transport = createTransport(options);
  const videos = videosBy(transport);
  const albums = albumsBy(transport);
  return { animate: videos.animate, merge: albums.merge, videos, albums, trpc: typedCallsBy(transport) };
}
