import { z } from 'zod';
import {
  changeDisplaySchema,
  displayRefSchema,
  displayCodeSchema,
  displaySchema,
  type DisplaySettings,
  displaySettingsSchema,
  newDisplaySchema,
  typedCodeSchema,
} from '#shared/schemas/display.ts';
import { requireFinishedAlbums } from '../albums/find-albums.ts';
import { createCode, redeemCode } from './display-codes.ts';
import { changeDisplay, createDisplay, listDisplays, stopDisplay } from './displays.ts';
import { requireFinishedVideos } from '../media/videos.ts';
import type { Db } from '#server/platform/database/db.ts';
import { perAddress } from '#server/rpc/limits.ts';
import { operation } from '#server/rpc/operation.ts';

async function requireOwnFilms(db: Db, userId: string, { films }: DisplaySettings): Promise<void> {
  const idsOf = (wanted: string) => (films ?? []).filter(({ kind }) => kind === wanted).map(({ id }) => id);
  await requireFinishedVideos(db, userId, idsOf('video'), 'new-film');
  await requireFinishedAlbums(db, userId, idsOf('album'));
}

export const displayOperations = {
  list: operation({ summary: 'Lists the active displays, newest first.', access: 'session' })
    .output(z.array(displaySchema))
    .query(({ ctx }) => listDisplays(ctx.deps.db, ctx.auth.user.id)),

  create: operation({
    summary:
      'Creates a display, a screen that shows films of the user. The secret of its link is returned only here.',
    access: 'session',
    limit: 'own',
    recentPassword: true,
  })
    .input(displaySettingsSchema)
    .output(newDisplaySchema)
    .mutation(async ({ ctx: { deps, auth, language, reportLimit }, input }) => {
      await deps.limiters.frame.take(auth.user.id, reportLimit);
      await requireOwnFilms(deps.db, auth.user.id, input);
      return createDisplay(deps, { sessionId: auth.sessionId, language }, input);
    }),

  change: operation({
    summary: 'Replaces all settings of a display. The screen updates itself.',
    access: 'session',
    limit: 'own',
  })
    .input(changeDisplaySchema)
    .output(displaySchema)
    .mutation(async ({ ctx, input: { id, ...settings } }) => {
      await ctx.deps.limiters.frame.take(ctx.auth.user.id, ctx.reportLimit);
      await requireOwnFilms(ctx.deps.db, ctx.auth.user.id, settings);
      return changeDisplay(ctx.deps.db, ctx.auth.user.id, id, settings);
    }),

  code: operation({
    summary:
      'Returns a code that opens the display on a television, once and within ten minutes. An earlier code of the display ends. Once the code was typed, the display’s earlier link no longer works.',
    access: 'session',
    limit: 'own',
    recentPassword: true,
  })
    .input(displayRefSchema)
    .output(displayCodeSchema)
    .mutation(async ({ ctx: { deps, auth, language, reportLimit }, input: { id } }) => {
      await deps.limiters.frame.take(auth.user.id, reportLimit);
      return createCode(deps, { sessionId: auth.sessionId, language }, id);
    }),

  open: operation({
    summary:
      'Opens the display of a code that was typed on a television, and returns the secret of its new link.',
    access: 'public',
    limit: perAddress('displayCode'),
    rest: {
      id: 'openFrame',
      tag: 'Media',
      method: 'post',
      path: '/api/frame',
      undocumented: true,
      errors: ['frame_code_unknown', 'too_many_requests'],
    },
  })
    .input(typedCodeSchema)
    .output(z.object({ secret: z.string() }))
    .mutation(({ ctx, input }) => redeemCode(ctx.deps.db, input.code)),

  stop: operation({ summary: 'Permanently disables a display’s link.', access: 'session' })
    .input(displayRefSchema)
    .output(displayRefSchema)
    .mutation(async ({ ctx, input }) => {
      await stopDisplay(ctx.deps.db, ctx.auth.user.id, input.id);
      return input;
    }),
};
