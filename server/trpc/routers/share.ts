import { z } from 'zod';
import { reportSchema } from '../../../shared/schemas/report.ts';
import {
  type FilmRef,
  filmRefSchema,
  setSharingSchema,
  sharingStateSchema,
} from '../../../shared/schemas/share.ts';
import { findSharedAlbum } from '../../features/albums/published.ts';
import { getAlbumSharing, setAlbumSharing } from '../../features/albums/sharing.ts';
import { findSharedVideo } from '../../features/generation/published.ts';
import { getVideoSharing, setVideoSharing } from '../../features/generation/sharing.ts';
import { fileReport } from '../../features/reports/reports.ts';
import { AppError } from '../../platform/errors.ts';
import { limitedProcedure, protectedProcedure, readProcedure, router } from '../init.ts';

const kinds = {
  video: { get: getVideoSharing, set: setVideoSharing, find: findSharedVideo, unknown: 'task_not_found' },
  album: { get: getAlbumSharing, set: setAlbumSharing, find: findSharedAlbum, unknown: 'album_not_found' },
} as const satisfies Record<FilmRef['kind'], Record<string, unknown>>;

export const shareRouter = router({
  /** The texts and the sharing state of a film's public page. */
  get: readProcedure
    .input(filmRefSchema)
    .output(sharingStateSchema)
    .query(({ ctx, input: { kind, id } }) => kinds[kind].get(ctx.deps.db, ctx.auth.user.id, id)),

  /** Replaces the sharing state; it immediately applies to the public paths of the film and its poster. */
  set: protectedProcedure
    .input(setSharingSchema)
    .output(sharingStateSchema)
    .mutation(({ ctx, input: { kind, id, ...sharing } }) =>
      kinds[kind].set(ctx.deps.db, ctx.auth.user.id, id, sharing),
    ),

  /** Reports a shared film to the operator, without signing in. */
  report: limitedProcedure
    .use(async ({ ctx, next }) => {
      await ctx.deps.limiters.report.take(ctx.address, ctx.reportLimit);
      return next();
    })
    .input(reportSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx: { deps, language }, input }) => {
      const { find, unknown } = kinds[input.kind];
      if (!(await find(deps.db, input.id))) throw new AppError(unknown);
      await fileReport(deps.db, input, language);
      deps.logger.warn(
        { film: input.kind, id: input.id, reason: input.reason },
        'a shared film was reported',
      );
      return { success: true } as const;
    }),
});
