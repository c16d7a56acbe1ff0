import type { MergeStatus } from '../../shared/schemas/album.ts';
import type { FilmLook } from '../../shared/schemas/film.ts';
import type { FilmRequestInput, KeptRecipe, MergeRequestInput } from '../../shared/schemas/merge-request.ts';
import { isAlbumFinal } from '../../shared/status.ts';
import { MemoriError } from './errors.ts';
import type { Transport } from './transport.ts';
import type { Stoppable } from './photo.ts';
import { fileAt } from './videos.ts';
import { untilEnded, type WaitOptions } from './wait.ts';

export interface AlbumOptions extends Stoppable {
  readonly name: string;
  /** Omitted for a film without sound. */
  readonly musicTrack?: FilmRequestInput['musicTrack'];
  /** A song of one's own (`audio.create`) in place of `musicTrack`. */
  readonly audioId?: string;
  /** What is spoken: recordings, each for a video or for the whole film. */
  readonly voices?: FilmRequestInput['voices'];
  /** Shape, pace, cards and captions of the film; by default, none of them. */
  readonly look?: FilmLook;
  readonly idempotencyKey?: string | undefined;
}

type Repeated = Pick<AlbumOptions, 'idempotencyKey' | 'signal'>;

export type MergeOptions = AlbumOptions & WaitOptions<MergeStatus>;

export interface AcceptedAlbum {
  readonly mergeId: string;
  readonly queuePosition: number;
}

/** A finished album: the MP4 and a record of how it was made. */
export interface MergedAlbum {
  readonly mergeId: string;
  readonly video: Blob;
  readonly album: MergeStatus;
}

/** Album calls. All reject with MemoriError, or with the signal's reason. */
export interface Albums {
  /** Joins finished videos, 2 to 50, in this order; resolves once the album is accepted. Costs no credit. */
  create(taskIds: readonly string[], options: AlbumOptions): Promise<AcceptedAlbum>;
  /** Makes the film of a completed album's `recipe` again, whatever has been renamed since. Costs no credit. */
  createAgain(recipe: KeptRecipe, options?: Repeated): Promise<AcceptedAlbum>;
  /** Resolves with the final state, even if that is `failed`. */
  wait(mergeId: string, options?: WaitOptions<MergeStatus>): Promise<MergeStatus>;
  /** Runs the whole flow: requests the album, waits for it, downloads it. */
  merge(taskIds: readonly string[], options: MergeOptions): Promise<MergedAlbum>;
}

/** Returns the album calls, made through this transport. */
export function albumsBy(transport: Transport): Albums {
  const albums: Albums = {
    create: (taskIds, { name, musicTrack, audioId, voices, look, idempotencyKey, signal }) => {
      const json = {
        ...look,
        videoIds: [...taskIds],
        albumName: name,
        musicTrack,
        audioId,
        voices,
      } satisfies MergeRequestInput;
      return transport.json('/api/video/merge', { method: 'POST', json, idempotencyKey, signal });
    },
    createAgain: (recipe, options) => {
      const json = { recipe } satisfies MergeRequestInput;
      return transport.json('/api/video/merge', { method: 'POST', json, ...options });
    },
    wait: (mergeId, options = {}) =>
      untilEnded(
        (waitSeconds) =>
          transport.json<MergeStatus>(`/api/video/merge/${mergeId}`, {
            waitSeconds,
            signal: options.signal,
          }),
        ({ status }) => isAlbumFinal(status),
        options,
      ),
    async merge(taskIds, { onProgress, ...options }) {
      const { signal } = options;
      const { mergeId } = await albums.create(taskIds, options);
      const album = await albums.wait(mergeId, { signal, onProgress });
      if (album.downloadUrl === undefined) {
        throw new MemoriError(album.code ?? 'album_failed', album.error ?? 'The album failed', { mergeId });
      }
      return { mergeId, album, video: await fileAt(transport, album.downloadUrl, signal) };
    },
  };
  return albums;
}
