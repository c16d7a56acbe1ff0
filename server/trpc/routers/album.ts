import { tracked } from '@trpc/server';
import { z } from 'zod';
import {
  listAlbumsSchema,
  mergeAcceptedSchema,
  mergeRefSchema,
  mergeRequestSchema,
  mergeStatusSchema,
  renameAlbumSchema,
} from '../../../shared/schemas/album.ts';
import { deletedSchema } from '../../../shared/schemas/video.ts';
import { cancelAlbum, deleteAlbum, renameAlbum, restoreAlbum } from '../../features/albums/actions.ts';
import { createAlbum, retryAlbum } from '../../features/albums/request.ts';
import { getAlbum, listAlbums } from '../../features/albums/status.ts';
import { watchAlbum } from '../../features/albums/watch.ts';
import { albumsProcedure, manageProcedure, readProcedure, router } from '../init.ts';
import { openStream } from '../streams.ts';

const limitedProcedure = albumsProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.limiters.album.take(ctx.auth.user.id, ctx.reportLimit);
  return next();
});

export const albumRouter = router({
  /** Enqueues an album of finished videos. Costs no credit. */
  create: limitedProcedure
    .input(mergeRequestSchema)
    .output(mergeAcceptedSchema)
    .mutation(({ ctx: { deps, auth, reportLimit, storeAnswer }, input }) =>
      deps.limiters.newAlbum.countNew(auth.user.id, reportLimit, () =>
        createAlbum(deps, auth.user.id, input, storeAnswer),
      ),
    ),

  status: readProcedure
    .input(mergeRefSchema)
    .output(mergeStatusSchema)
    .query(({ ctx, input }) => getAlbum(ctx.deps.db, ctx.auth.user.id, input.mergeId)),

  /** Like `status`, sent immediately and at every change, until the album has ended. */
  watch: readProcedure.input(mergeRefSchema).subscription(async function* ({ ctx, input, signal }) {
    using stream = openStream(ctx, signal);
    for await (const album of watchAlbum(ctx.deps, ctx.auth.user.id, input.mergeId, stream.signal)) {
      yield tracked(`${album.status}:${album.queuePosition}:${album.progress}`, album);
    }
  }),

  /**
   * Unfinished, finished and failed albums, newest first, without canceled ones; 100, or `limit`, of those after
   * `cursor`, the last album of the page before. A page with fewer is the last one.
   */
  list: readProcedure
    .input(listAlbumsSchema.optional())
    .output(z.array(mergeStatusSchema))
    .query(({ ctx, input }) => listAlbums(ctx.deps.db, ctx.auth.user.id, input)),

  cancel: albumsProcedure
    .input(mergeRefSchema)
    .output(mergeStatusSchema)
    .mutation(({ ctx, input }) => cancelAlbum(ctx.deps, ctx.auth.user.id, input.mergeId)),

  /** Replaces a failed album by a new one with the same name, videos and music. */
  retry: limitedProcedure
    .input(mergeRefSchema)
    .output(mergeAcceptedSchema)
    .mutation(({ ctx: { deps, auth, reportLimit }, input }) =>
      deps.limiters.newAlbum.countNew(
        auth.user.id,
        reportLimit,
        () => retryAlbum(deps, auth.user.id, input.mergeId),
        ({ isNew }) => isNew,
      ),
    ),

  /** Renames an album in any state. */
  rename: albumsProcedure
    .input(renameAlbumSchema)
    .output(mergeStatusSchema)
    .mutation(({ ctx, input }) => renameAlbum(ctx.deps.db, ctx.auth.user.id, input)),

  /** Hides an ended album; `restore` undoes that for a limited time. */
  delete: manageProcedure
    .input(mergeRefSchema)
    .output(deletedSchema)
    .mutation(({ ctx, input }) => deleteAlbum(ctx.deps.db, ctx.auth.user.id, input.mergeId)),

  restore: manageProcedure
    .input(mergeRefSchema)
    .output(mergeStatusSchema)
    .mutation(({ ctx, input }) => restoreAlbum(ctx.deps.db, ctx.auth.user.id, input.mergeId)),
});
