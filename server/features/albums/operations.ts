import { z } from 'zod';
import {
  listAlbumsSchema,
  mergeAcceptedSchema,
  mergeRefSchema,
  mergeStatusSchema,
  renameAlbumSchema,
} from '#shared/schemas/album.ts';
import { mergeRequestSchema } from '#shared/schemas/merge-request.ts';
import { deletedSchema } from '#shared/schemas/video.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { perAccount } from '#server/rpc/limits.ts';
import { operation } from '#server/rpc/operation.ts';
import { openStream, tracked } from '#server/rpc/streams.ts';
import { cancelAlbum, deleteAlbum, renameAlbum, restoreAlbum } from './album-actions.ts';
import { createAlbum, retryAlbum } from './request-album.ts';
import { getAlbum, listAlbums } from './album-status.ts';
import { watchAlbum } from './watch-album.ts';

const album: z.output<typeof mergeStatusSchema> = {
  mergeId: exampleIds.mergeId,
  status: 'completed',
  albumName: 'Summer of 1962',
  queuePosition: 0,
  totalVideos: 2,
  progress: 100,
  musicTrack: null,
  videoIds: [exampleIds.taskId, exampleIds.otherTaskId],
  format: 'auto',
  seconds: 11,
  timeline: [
    { kind: 'video', videoId: exampleIds.taskId, from: 0, to: 6 },
    { kind: 'video', videoId: exampleIds.otherTaskId, from: 5, to: 11 },
  ],
  createdAt: '2026-11-22T09:30:00.000Z',
  recipe: {
    version: 1,
    videoIds: [exampleIds.taskId, exampleIds.otherTaskId],
    albumName: 'Summer of 1962',
    asMade: [{ run: exampleIds.taskId, name: 'Nonna' }, { run: exampleIds.otherTaskId }],
  },
  outputUrl: `https://memori.example/api/public/album/${exampleIds.mergeId}`,
  posterUrl: `https://memori.example/api/public/album/${exampleIds.mergeId}/poster.jpg`,
  downloadUrl: `https://memori.example/api/public/album/${exampleIds.mergeId}?download=1`,
};

export const albumOperations = {
  create: operation({
    summary:
      'Joins finished videos into one film, in the order given, or makes the film of a `recipe` again. Costs no credit.',
    access: { scope: 'albums' },
    limit: perAccount('album'),
    agents: true,
    rest: {
      id: 'createAlbum',
      tag: 'Albums',
      method: 'post',
      path: '/api/video/merge',
      status: 202,
      errors: [
        'album_name_required',
        'album_name_too_long',
        'film_words_too_long',
        'album_too_few_videos',
        'album_too_many_videos',
        'album_duplicate_videos',
        'invalid_music_track',
        'two_kinds_of_music',
        'audio_not_found',
        'invalid_voices',
        'short_film_with_voices',
        'voice_text_too_long',
        'voices_too_long',
        'task_not_found',
        'video_not_ready',
        'too_many_albums',
        'too_many_albums_an_hour',
        'too_many_requests',
      ],
      example: {
        videoIds: [exampleIds.taskId, exampleIds.otherTaskId],
        albumName: 'Summer of 1962',
        musicTrack: 'none',
      },
      result: { mergeId: exampleIds.mergeId, queuePosition: 1 },
      links: { mergeId: ['getAlbum', 'renameAlbum', 'deleteAlbum'] },
    },
  })
    .input(mergeRequestSchema)
    .output(mergeAcceptedSchema)
    .mutation(({ ctx: { deps, auth, reportLimit, storeResult }, input }) =>
      deps.limiters.newAlbum.countNew(auth.user.id, reportLimit, () =>
        createAlbum(deps, auth.user.id, input, storeResult),
      ),
    ),

  status: operation({
    summary: 'Returns an album’s status, with its URLs once it is completed.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'getAlbum',
      tag: 'Albums',
      method: 'get',
      path: '/api/video/merge/{mergeId}',
      errors: ['album_not_found'],
      waits: true,
      result: album,
    },
  })
    .input(mergeRefSchema)
    .output(mergeStatusSchema)
    .query(({ ctx, input }) => getAlbum(ctx.deps.db, ctx.auth.user.id, input.mergeId)),

  watch: operation({
    summary: 'Streams what `status` returns: at once and at every change, until the album has ended.',
    access: { scope: 'read' },
  })
    .input(mergeRefSchema)
    .subscription(async function* ({ ctx, input, signal }) {
      using stream = openStream(ctx, signal);
      for await (const album of watchAlbum(ctx.deps, ctx.auth.user.id, input.mergeId, stream.signal)) {
        yield tracked(`${album.status}:${album.queuePosition}:${album.progress}`, album);
      }
    }),

  list: operation({
    summary:
      'Lists unfinished, finished and failed albums, newest first, without cancelled ones: 100, or `limit`, of those after `cursor`, the last album of the page before. A page with fewer is the last one.',
    access: { scope: 'read' },
    agents: true,
  })
    .input(listAlbumsSchema.optional())
    .output(z.array(mergeStatusSchema))
    .query(({ ctx, input }) => listAlbums(ctx.deps.db, ctx.auth.user.id, input)),

  cancel: operation({ summary: 'Cancels an unfinished album.', access: { scope: 'albums' } })
    .input(mergeRefSchema)
    .output(mergeStatusSchema)
    .mutation(({ ctx, input }) => cancelAlbum(ctx.deps, ctx.auth.user.id, input.mergeId)),

  retry: operation({
    summary: 'Replaces a failed album by a new one with the same name, videos and music.',
    access: { scope: 'albums' },
    limit: perAccount('album'),
  })
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

  rename: operation({
    summary: 'Renames an album, in any state.',
    access: { scope: 'albums' },
    rest: {
      id: 'renameAlbum',
      tag: 'Albums',
      method: 'patch',
      path: '/api/video/merge/{mergeId}',
      errors: ['album_not_found', 'album_name_required', 'album_name_too_long'],
      example: { name: 'Summer of 1963' },
      result: { ...album, albumName: 'Summer of 1963' },
    },
  })
    .input(renameAlbumSchema)
    .output(mergeStatusSchema)
    .mutation(({ ctx, input }) => renameAlbum(ctx.deps.db, ctx.auth.user.id, input)),

  delete: operation({
    summary: 'Deletes an ended album: hidden immediately, erased after a while.',
    access: { scope: 'manage' },
    rest: {
      id: 'deleteAlbum',
      tag: 'Albums',
      method: 'delete',
      path: '/api/video/merge/{mergeId}',
      errors: ['album_not_found', 'album_not_finished'],
      result: { restorableUntil: '2026-11-22T09:45:00.000Z' },
    },
  })
    .input(mergeRefSchema)
    .output(deletedSchema)
    .mutation(({ ctx, input }) => deleteAlbum(ctx.deps.db, ctx.auth.user.id, input.mergeId)),

  restore: operation({
    summary: 'Undoes the deletion of an album, for a limited time.',
    access: { scope: 'manage' },
  })
    .input(mergeRefSchema)
    .output(mergeStatusSchema)
    .mutation(({ ctx, input }) => restoreAlbum(ctx.deps.db, ctx.auth.user.id, input.mergeId)),
};
