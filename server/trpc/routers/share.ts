import {
  type FilmRef,
  filmRefSchema,
  setSharingSchema,
  sharingSchema,
} from '../../../shared/schemas/share.ts';
import { getAlbumSharing, setAlbumSharing } from '../../features/albums/sharing.ts';
import { getVideoSharing, setVideoSharing } from '../../features/generation/sharing.ts';
import { protectedProcedure, readProcedure, router } from '../init.ts';

const kinds = {
  video: { get: getVideoSharing, set: setVideoSharing },
  album: { get: getAlbumSharing, set: setAlbumSharing },
} as const satisfies Record<FilmRef['kind'], object>;

export const shareRouter = router({
  /** What the public page of a film says beside it, and whether there is one. */
  get: readProcedure
    .input(filmRefSchema)
    .output(sharingSchema)
    .query(({ ctx, input: { kind, id } }) => kinds[kind].get(ctx.deps.db, ctx.auth.user.id, id)),

  /** Changes all of that at once; the public paths of the film and its poster follow from this moment on. */
  set: protectedProcedure
    .input(setSharingSchema)
    .output(sharingSchema)
    .mutation(({ ctx, input: { kind, id, ...sharing } }) =>
      kinds[kind].set(ctx.deps.db, ctx.auth.user.id, id, sharing),
    ),
});
