import type { z } from 'zod';
import {
  mergeAcceptedSchema,
  type MergeRequestInput,
  mergeRequestSchema,
  mergeStatusSchema,
  renameAlbumSchema,
} from '../../../shared/schemas/album.ts';
import { deletedSchema } from '../../../shared/schemas/video.ts';
import { exampleIds } from '../document/example-ids.ts';
import { waitForEnd } from '../wait.ts';
import { type Call, json, type Operation, output } from './operation.ts';
import { publicFilm } from './public-film.ts';

const ref = ({ req }: Call) => ({ mergeId: String(req.params['mergeId']) });

const album: z.output<typeof mergeStatusSchema> = {
  ...{ mergeId: exampleIds.mergeId, status: 'completed', albumName: 'Summer of 1962', queuePosition: 0 },
  ...{ totalVideos: 2, progress: 100, musicTrack: null },
  videoIds: [exampleIds.taskId, exampleIds.otherTaskId],
  createdAt: '2026-11-22T09:30:00.000Z',
  outputUrl: `https://memori.example/api/public/album/${exampleIds.mergeId}`,
  posterUrl: `https://memori.example/api/public/album/${exampleIds.mergeId}/poster.jpg`,
  downloadUrl: `https://memori.example/api/public/album/${exampleIds.mergeId}?download=1`,
};

export const albumOperations: readonly Operation[] = [
  {
    id: 'createAlbum',
    tag: 'Albums',
    method: 'post',
    path: '/api/video/merge',
    summary: 'Joins finished videos into one film, in the order given. Costs no credit.',
    signedIn: true,
    scope: 'albums',
    body: json(mergeRequestSchema, {
      videoIds: [exampleIds.taskId, exampleIds.otherTaskId],
      albumName: 'Summer of 1962',
      musicTrack: 'none',
    }),
    status: 202,
    answer: output(mergeAcceptedSchema, { mergeId: exampleIds.mergeId, queuePosition: 1 }),
    links: { mergeId: ['getAlbum', 'renameAlbum', 'deleteAlbum'] },
    errors: [
      'album_name_required',
      'album_name_too_long',
      'album_too_few_videos',
      'album_too_many_videos',
      'album_duplicate_videos',
      'invalid_music_track',
      'task_not_found',
      'video_not_ready',
      'too_many_albums',
      'too_many_albums_an_hour',
      'too_many_requests',
    ],
    handle: ({ caller, req }) => caller.album.create(req.body as MergeRequestInput),
  },
  {
    id: 'getAlbum',
    tag: 'Albums',
    method: 'get',
    path: '/api/video/merge/{mergeId}',
    summary: 'How an album is doing, and where it is once it is completed.',
    signedIn: true,
    scope: 'read',
    waits: true,
    status: 200,
    answer: output(mergeStatusSchema, album),
    errors: ['album_not_found'],
    async handle(call) {
      await waitForEnd(call, (until) => until.album.watch(ref(call)));
      return call.caller.album.status(ref(call));
    },
  },
  {
    id: 'renameAlbum',
    tag: 'Albums',
    method: 'patch',
    path: '/api/video/merge/{mergeId}',
    summary: 'Gives an album another name.',
    signedIn: true,
    scope: 'albums',
    body: json(renameAlbumSchema.pick({ name: true }), { name: 'Summer of 1963' }),
    status: 200,
    answer: output(mergeStatusSchema, { ...album, albumName: 'Summer of 1963' }),
    errors: ['album_not_found', 'album_name_required', 'album_name_too_long'],
    handle: (call) => call.caller.album.rename({ ...(call.req.body as { name: string }), ...ref(call) }),
  },
  {
    id: 'deleteAlbum',
    tag: 'Albums',
    method: 'delete',
    path: '/api/video/merge/{mergeId}',
    summary: 'Deletes an ended album: out of sight at once, for good a while later.',
    signedIn: true,
    scope: 'manage',
    status: 200,
    answer: output(deletedSchema, { restorableUntil: '2026-11-22T09:45:00.000Z' }),
    errors: ['album_not_found', 'album_not_finished'],
    handle: (call) => call.caller.album.delete(ref(call)),
  },
  ...publicFilm('album', 'mergeId', 'album_not_found'),
];
