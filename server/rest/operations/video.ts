import { exampleIds } from '../document/example-ids.ts';
import { generateOperations } from './generate.ts';
import type { Operation } from './operation.ts';
import { publicFilm } from './public-film.ts';
import { taskOperations } from './tasks.ts';

export const videoOperations: readonly Operation[] = [
  ...generateOperations,
  ...taskOperations,
  ...publicFilm('video', 'taskId', 'task_not_found'),
  {
    id: 'printKeepsakes',
    tag: 'Videos',
    method: 'get',
    path: '/api/keepsakes',
    summary:
      'Cards to be printed, of videos or of one album: the first frame, the name, a code that leads to the film.',
    signedIn: true,
    scope: 'read',
    query: {
      videos: { description: 'Task ids with commas between them; or', example: exampleIds.taskId },
      album: { description: 'the id of an album' },
      format: { description: 'a6 (unless told otherwise), a5 or postcard', example: 'a5' },
      sheet: { description: 'a4: several on each sheet, with marks to cut by' },
      language: { description: 'Of the words on the card and of the page that the code leads to' },
    },
    status: 200,
    answer: { type: 'application/pdf', schema: {} },
    errors: [
      'invalid_request',
      'task_not_found',
      'video_not_ready',
      'album_not_found',
      'album_not_ready',
      'too_many_requests',
    ],
  },
];
