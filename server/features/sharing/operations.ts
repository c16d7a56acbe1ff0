import { z } from 'zod';
import { drawnTextsSchema } from '#shared/schemas/keepsake.ts';
import { reportSchema } from '#shared/schemas/report.ts';
import { type FilmRef, filmRefSchema, setSharingSchema, sharingStateSchema } from '#shared/schemas/share.ts';
import { AppError } from '#server/platform/errors.ts';
import { perAddress } from '#server/rpc/limits.ts';
import type { Rest } from '#server/rpc/meta.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import { findSharedAlbum } from '../albums/find-albums.ts';
import { getAlbumSharing, setAlbumSharing } from '../albums/album-sharing.ts';
import { findSharedVideo } from '../generation/find-videos.ts';
import { getVideoSharing, setVideoSharing } from '../generation/video-sharing.ts';
import { fileReport } from '../reports/reports.ts';
import { findUnprintable } from './keepsakes.ts';

const kinds = {
  video: { get: getVideoSharing, set: setVideoSharing, find: findSharedVideo, unknown: 'task_not_found' },
  album: { get: getAlbumSharing, set: setAlbumSharing, find: findSharedAlbum, unknown: 'album_not_found' },
} as const satisfies Record<FilmRef['kind'], Record<string, unknown>>;

const reportPath = (kind: FilmRef['kind'], param: string, about: Pick<Rest, 'id' | 'tag'>): Rest => ({
  ...about,
  summary: `Reports the ${kind} to the operator. Whoever leaves an address may get a reply.`,
  method: 'post',
  path: `/api/public/${kind}/{${param}}/report`,
  params: { [param]: 'id' },
  fixed: { kind },
  status: 201,
  errors: [
    kinds[kind].unknown,
    'not_found',
    'report_reason_required',
    'report_too_long',
    'invalid_email',
    'too_many_requests',
  ],
  example: {
    reason: 'other',
    words: 'I am in this picture and do not want to be.',
    contact: 'rosa@example.com',
  },
  result: success,
});

export const sharingOperations = {
  get: operation({
    summary: 'Returns the texts and the sharing state of a film’s public page.',
    access: { scope: 'read' },
  })
    .input(filmRefSchema)
    .output(sharingStateSchema)
    .query(({ ctx, input: { kind, id } }) => kinds[kind].get(ctx.deps.db, ctx.auth.user.id, id)),

  set: operation({
    summary:
      'Replaces the sharing state. It applies immediately to the public paths of the film and its poster.',
    access: 'session',
  })
    .input(setSharingSchema)
    .output(sharingStateSchema)
    .mutation(({ ctx, input: { kind, id, ...sharing } }) =>
      kinds[kind].set(ctx.deps.db, ctx.auth.user.id, id, sharing),
    ),

  unprintable: operation({
    summary:
      'Returns the characters of texts, and of films’ names, that films and printed cards lack, or show without a diacritic.',
    access: { scope: 'read' },
  })
    .input(drawnTextsSchema)
    .output(z.array(z.string()))
    .query(({ ctx, input }) => findUnprintable(ctx.deps.db, ctx.auth.user.id, input)),

  report: operation({
    summary: 'Reports a shared film to the operator. Requires no session.',
    access: 'public',
    limit: perAddress('report'),
    rest: [
      reportPath('video', 'taskId', { id: 'reportVideo', tag: 'Videos' }),
      reportPath('album', 'mergeId', { id: 'reportAlbum', tag: 'Albums' }),
    ],
  })
    .input(reportSchema)
    .output(successSchema)
    .mutation(async ({ ctx: { deps, language }, input }) => {
      const { find, unknown } = kinds[input.kind];
      if (!(await find(deps.db, input.id))) throw new AppError(unknown);
      await fileReport(deps.db, input, language);
      deps.logger.warn(
        { film: input.kind, id: input.id, reason: input.reason },
        'a shared film was reported',
      );
      return success;
    }),
};
