import { z } from 'zod';
import type { DisplayPlaylist } from '#shared/display.ts';
import { displayedFilmSchema } from '#shared/schemas/display.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Context } from '#server/rpc/context.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { operation } from '#server/rpc/operation.ts';
import { fileToSend } from '../media/published-file.ts';
import { openDisplay, type OpenDisplay, recordLastSeen } from './displays.ts';
import { findDisplayedFilm, playlistOf } from './playlist.ts';

const secretSchema = z.object({ secret: z.string() });

/** Only failures count against the address's limit: displays poll every minute, and secrets can't be guessed. */
async function opened({ deps, address, reportLimit }: Context, secret: string): Promise<OpenDisplay> {
  const display = await openDisplay(deps.db, secret);
  if (display) return display;
  await deps.limiters.anonymous.take(address, reportLimit);
  throw new AppError('frame_not_found');
}

/** For the screen itself, whose secret acts on behalf of its owner. */
export const displayFileOperations = {
  playlist: operation({
    summary: 'Returns the films that a display shows, and when it is dimmed.',
    access: 'link',
    rest: {
      id: 'getFramePlaylist',
      tag: 'Media',
      method: 'get',
      path: '/api/frame/{secret}',
      undocumented: true,
      errors: ['frame_not_found'],
    },
  })
    .input(secretSchema)
    .query(async ({ ctx, input: { secret } }): Promise<DisplayPlaylist> => {
      const display = await opened(ctx, secret);
      await recordLastSeen(ctx.deps.db, secret);
      return playlistOf(ctx.deps.db, display);
    }),

  film: operation({
    summary: 'Returns one of a display’s films, in the rendition that its owner is currently entitled to.',
    access: 'link',
    rest: {
      id: 'getFramedFilm',
      tag: 'Media',
      method: 'get',
      path: '/api/frame/{secret}/{kind}/{id}',
      undocumented: true,
      file: { type: 'video/mp4', sends: 'byte-ranges' },
      errors: ['frame_not_found', 'not_found'],
    },
  })
    // The secret comes first: without it, nothing is said about a film.
    .input(secretSchema.extend({ kind: z.unknown(), id: z.unknown() }))
    .query(async ({ ctx, input: { secret, ...ref } }): Promise<FileResponse> => {
      const display = await opened(ctx, secret);
      const film = await findDisplayedFilm(ctx.deps.db, display, displayedFilmSchema.parse(ref));
      if (!film) throw new AppError('not_found');
      return { kind: 'stored', ...(await fileToSend(ctx, film, 'video')), disposition: 'inline' };
    }),
};
