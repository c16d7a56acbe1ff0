import {
  mergeAcceptedSchema,
  type MergeRequestInput,
  mergeRequestSchema,
  mergeStatusSchema,
} from '../../../shared/schemas/album.ts';
import { deletedSchema } from '../../../shared/schemas/video.ts';
import { binary, type Call, json, type Operation, output } from './operation.ts';

const ref = ({ req }: Call) => ({ mergeId: String(req.params['mergeId']) });

export const albumOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/video/merge',
    summary: 'Joins finished videos into one film, in the order given. Costs no credit.',
    signedIn: true,
    body: json(mergeRequestSchema),
    status: 202,
    answer: output(mergeAcceptedSchema),
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
      'too_many_requests',
    ],
    handle: ({ caller, req }) => caller.album.create(req.body as MergeRequestInput),
  },
  {
    method: 'get',
    path: '/api/video/merge/{mergeId}',
    summary: 'How an album is doing, and where it is once it is completed.',
    signedIn: true,
    status: 200,
    answer: output(mergeStatusSchema),
    errors: ['album_not_found'],
    handle: (call) => call.caller.album.status(ref(call)),
  },
  {
    method: 'delete',
    path: '/api/video/merge/{mergeId}',
    summary: 'Deletes an ended album: out of sight at once, for good a while later.',
    signedIn: true,
    status: 200,
    answer: output(deletedSchema),
    errors: ['album_not_found', 'album_not_finished'],
    handle: (call) => call.caller.album.delete(ref(call)),
  },
  {
    method: 'get',
    path: '/api/public/album/{mergeId}',
    summary: 'The album itself, with byte ranges. Public to whoever knows the id.',
    signedIn: false,
    query: { download: 'Any value: to be saved rather than played' },
    status: 200,
    answer: { type: 'video/mp4', schema: binary },
    errors: ['album_not_found'],
  },
  {
    method: 'get',
    path: '/api/public/album/{mergeId}/poster.jpg',
    summary: 'The first frame of the album.',
    signedIn: false,
    status: 200,
    answer: { type: 'image/jpeg', schema: binary },
    errors: ['album_not_found'],
  },
];
