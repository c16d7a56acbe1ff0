import { z } from 'zod';
import {
  changeFrameSchema,
  frameRefSchema,
  frameSchema,
  type FrameSettings,
  frameSettingsSchema,
  newFrameSchema,
} from '../../../shared/schemas/frame.ts';
import { requireFinishedAlbums } from '../../features/albums/published.ts';
import { changeFrame, createFrame, listFrames, stopFrame } from '../../features/frames/frames.ts';
import { requireFinishedVideos } from '../../features/media/videos.ts';
import type { Db } from '../../platform/db.ts';
import { protectedProcedure, router, sessionProcedure, withRecentPassword } from '../init.ts';

async function requireOwnFilms(db: Db, userId: string, { films }: FrameSettings): Promise<void> {
  const idsOf = (wanted: string) => (films ?? []).filter(({ kind }) => kind === wanted).map(({ id }) => id);
  await requireFinishedVideos(db, userId, idsOf('video'), 'new-film');
  await requireFinishedAlbums(db, userId, idsOf('album'));
}

export const frameRouter = router({
  /** The active frames, newest first. */
  list: protectedProcedure
    .output(z.array(frameSchema))
    .query(({ ctx }) => listFrames(ctx.deps.db, ctx.auth.user.id)),

  /** Creates a frame, a screen that shows films of the user. The secret of its link is returned only here. */
  create: sessionProcedure
    .use(withRecentPassword)
    .input(frameSettingsSchema)
    .output(newFrameSchema)
    .mutation(async ({ ctx: { deps, auth, language, reportLimit }, input }) => {
      await deps.limiters.frame.take(auth.user.id, reportLimit);
      await requireOwnFilms(deps.db, auth.user.id, input);
      return createFrame(deps, { sessionId: auth.sessionId, language }, input);
    }),

  /** Replaces all settings of a frame; the screen updates itself. */
  change: protectedProcedure
    .input(changeFrameSchema)
    .output(frameSchema)
    .mutation(async ({ ctx, input: { id, ...settings } }) => {
      await ctx.deps.limiters.frame.take(ctx.auth.user.id, ctx.reportLimit);
      await requireOwnFilms(ctx.deps.db, ctx.auth.user.id, settings);
      return changeFrame(ctx.deps.db, ctx.auth.user.id, id, settings);
    }),

  /** Permanently disables a frame's link. */
  stop: protectedProcedure
    .input(frameRefSchema)
    .output(frameRefSchema)
    .mutation(async ({ ctx, input }) => {
      await stopFrame(ctx.deps.db, ctx.auth.user.id, input.id);
      return input;
    }),
});
