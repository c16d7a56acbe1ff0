import { z } from 'zod';
import {
  changeFrameSchema,
  frameRefSchema,
  frameSchema,
  type FrameSettings,
  frameSettingsSchema,
  newFrameSchema,
} from '../../../shared/schemas/frame.ts';
import { requireFinishedAlbums } from '../albums/published.ts';
import { changeFrame, createFrame, listFrames, stopFrame } from './frames.ts';
import { requireFinishedVideos } from '../media/videos.ts';
import type { Db } from '../../platform/database/db.ts';
import { operation } from '../../rpc/operation.ts';

async function requireOwnFilms(db: Db, userId: string, { films }: FrameSettings): Promise<void> {
  const idsOf = (wanted: string) => (films ?? []).filter(({ kind }) => kind === wanted).map(({ id }) => id);
  await requireFinishedVideos(db, userId, idsOf('video'), 'new-film');
  await requireFinishedAlbums(db, userId, idsOf('album'));
}

export const frameOperations = {
  list: operation({ summary: 'Lists the active frames, newest first.', access: 'session' })
    .output(z.array(frameSchema))
    .query(({ ctx }) => listFrames(ctx.deps.db, ctx.auth.user.id)),

  create: operation({
    summary:
      'Creates a frame, a screen that shows films of the user. The secret of its link is returned only here.',
    access: 'session',
    limit: 'own',
    recentPassword: true,
  })
    .input(frameSettingsSchema)
    .output(newFrameSchema)
    .mutation(async ({ ctx: { deps, auth, language, reportLimit }, input }) => {
      await deps.limiters.frame.take(auth.user.id, reportLimit);
      await requireOwnFilms(deps.db, auth.user.id, input);
      return createFrame(deps, { sessionId: auth.sessionId, language }, input);
    }),

  change: operation({
    summary: 'Replaces all settings of a frame. The screen updates itself.',
    access: 'session',
    limit: 'own',
  })
    .input(changeFrameSchema)
    .output(frameSchema)
    .mutation(async ({ ctx, input: { id, ...settings } }) => {
      await ctx.deps.limiters.frame.take(ctx.auth.user.id, ctx.reportLimit);
      await requireOwnFilms(ctx.deps.db, ctx.auth.user.id, settings);
      return changeFrame(ctx.deps.db, ctx.auth.user.id, id, settings);
    }),

  stop: operation({ summary: 'Permanently disables a frame’s link.', access: 'session' })
    .input(frameRefSchema)
    .output(frameRefSchema)
    .mutation(async ({ ctx, input }) => {
      await stopFrame(ctx.deps.db, ctx.auth.user.id, input.id);
      return input;
    }),
};
