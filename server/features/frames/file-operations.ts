import { z } from 'zod';
import type { FramePlaylist } from '../../../shared/frame.ts';
import { framedFilmSchema } from '../../../shared/schemas/frame.ts';
import { AppError } from '../../platform/errors.ts';
import type { Context } from '../../rpc/context.ts';
import type { FileResponse } from '../../rpc/file-response.ts';
import { operation } from '../../rpc/operation.ts';
import { fileToSend } from '../media/published.ts';
import { openFrame, type OpenFrame, recordLastSeen } from './frames.ts';
import { findFramedFilm, playlistOf } from './playlist.ts';

const secretSchema = z.object({ secret: z.string() });

/** Only failures count against the address's limit: frames poll every minute, and secrets can't be guessed. */
async function opened({ deps, address, reportLimit }: Context, secret: string): Promise<OpenFrame> {
  const frame = await openFrame(deps.db, secret);
  if (frame) return frame;
  await deps.limiters.anonymous.take(address, reportLimit);
  throw new AppError('frame_not_found');
}

/** For the screen itself, whose secret acts on behalf of its owner. */
export const frameFileOperations = {
  playlist: operation({
    summary: 'Returns the films that a frame shows, and when it is dimmed.',
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
    .query(async ({ ctx, input: { secret } }): Promise<FramePlaylist> => {
      const frame = await opened(ctx, secret);
      await recordLastSeen(ctx.deps.db, secret);
      return playlistOf(ctx.deps.db, frame);
    }),

  film: operation({
    summary: 'Returns one of a frame’s films, in the rendition that its owner is currently entitled to.',
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
      const frame = await opened(ctx, secret);
      const film = await findFramedFilm(ctx.deps.db, frame, framedFilmSchema.parse(ref));
      if (!film) throw new AppError('not_found');
      return { kind: 'stored', ...(await fileToSend(ctx.deps.db, film, 'video')), disposition: 'inline' };
    }),
};
