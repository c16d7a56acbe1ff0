import type { z } from 'zod';
import type { ErrorCode } from '../../shared/errors.ts';
import type { SharedKind } from '../../shared/shared-page.ts';
import { provenanceSchema } from '../../shared/schemas/provenance.ts';
import { exampleIds } from '../rpc/example-ids.ts';
import { type Operation, output } from './operation.ts';

const size = {
  size: {
    description: '`small`: a version of at most 16,000,000 bytes for messengers, if the film is larger.',
  },
};

/** An example of the provenance of a film by our animator. */
const provenance = (kind: SharedKind): z.output<typeof provenanceSchema> => ({
  ...{ id: kind === 'video' ? exampleIds.taskId : exampleIds.mergeId, kind, rendition: 'clean' },
  makers: [{ name: 'local', version: '0.1.0', model: null }],
  photos: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  steps: kind === 'video' ? ['cropped', 'animated'] : ['cropped', 'animated', 'joined', 'music'],
  ...{ ai: false, madeAt: '2026-11-22T09:30:00.000Z', recorded: true },
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced',
  credentials: { state: 'valid', signedBy: 'Memori', selfMade: true },
});

/** The public paths of one kind of film: the file, its first frame, the share card. */
function publicFilm(kind: SharedKind, id: string, unknown: ErrorCode): Operation[] {
  const path = `/api/public/${kind}/{${id}}`;
  const name = kind === 'video' ? 'Video' : 'Album';
  const picture = {
    tag: 'Media',
    method: 'get',
    signedIn: false,
    status: 200,
    answer: { type: 'image/jpeg', schema: {} },
  } as const;
  return [
    {
      ...{ id: `get${name}File`, tag: 'Media', sends: 'byte-ranges' },
      method: 'get',
      path,
      summary: `Returns the ${kind}’s file, with byte ranges. Public to whoever knows the id, as long as it is shared.`,
      signedIn: false,
      query: { download: { description: 'Any value: to be saved instead of played.' }, ...size },
      status: 200,
      answer: { type: 'video/mp4', schema: {} },
      errors: [unknown],
    },
    {
      ...picture,
      id: `get${name}Poster`,
      sends: 'byte-ranges',
      path: `${path}/poster.jpg`,
      summary: `Returns the first frame of the ${kind}.`,
      errors: [unknown],
    },
    {
      ...picture,
      ...{ id: `get${name}Card`, sends: 'conditional' },
      path: `${path}/card.jpg`,
      summary: `Returns the preview picture of links to the ${kind}: its whole first frame on 1200 x 630 pixels.`,
      errors: [unknown, 'too_many_requests'],
    },
    {
      ...{ id: `get${name}Provenance`, tag: 'Media' },
      method: 'get',
      path: `${path}/provenance`,
      summary: `Returns how the ${kind} was made: by what, from which photos, with which steps, and whether its file is unchanged since it was signed.`,
      signedIn: false,
      query: size,
      status: 200,
      answer: output(provenanceSchema, provenance(kind)),
      errors: [unknown, 'too_many_requests'],
    },
  ];
}

/** Paths that serve files: other routers answer them, so that they are only documented here. */
export const fileOperations: readonly Operation[] = [
  ...publicFilm('video', 'taskId', 'task_not_found'),
  {
    id: 'printKeepsakes',
    tag: 'Videos',
    method: 'get',
    path: '/api/keepsakes',
    summary:
      'Returns cards to print, of videos or of one album: with the first frame, the name and a code that leads to the film.',
    signedIn: true,
    scope: 'read',
    query: {
      videos: { description: 'Task ids, separated by commas.', example: exampleIds.taskId },
      album: { description: 'The id of an album, instead of videos.' },
      format: { description: '`a6` (default), `a5` or `postcard`.', example: 'a5' },
      sheet: { description: '`a4`: several on each sheet, with crop marks.' },
      language: { description: 'Language of the card and of the page that the code leads to.' },
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
  ...publicFilm('album', 'mergeId', 'album_not_found'),
];
