import { z } from 'zod';
import { mergeIdSchema } from '#shared/schemas/album.ts';
import { keepsakeSchema } from '#shared/schemas/keepsake.ts';
import { type Provenance, provenanceSchema } from '#shared/schemas/provenance.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import { taskIdSchema } from '#shared/schemas/video.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { perAccount, perAddress } from '#server/rpc/limits.ts';
import type { Rest } from '#server/rpc/meta.ts';
import { operation } from '#server/rpc/operation.ts';
import type { PublishedPart } from '../media/published-file.ts';
import { printKeepsakes } from './keepsakes.ts';
import { filmCard, filmFile, filmPoster, filmProvenance } from './published-film.ts';

const filmSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('video'), id: taskIdSchema }),
  z.object({ kind: z.literal('album'), id: mergeIdSchema }),
]);
/** Any other value, and several, ask for the film itself. */
const sizeSchema = z
  .unknown()
  .optional()
  .transform((size): PublishedPart => (size === 'small' ? 'small' : 'video'));

const size = {
  size: {
    description: '`small`: a version of at most 16,000,000 bytes for messengers, if the film is larger.',
  },
};

const paramOf = { video: 'taskId', album: 'mergeId' } as const;
const unknown = { video: 'task_not_found', album: 'album_not_found' } as const;

/** A path of both kinds of film. `part`: what its id ends with. */
const paths = (
  part: 'File' | 'Poster' | 'Card' | 'Provenance',
  end: string,
  about: (kind: FilmRef['kind']) => Pick<Rest, 'summary' | 'query' | 'file' | 'result'> & {
    errors?: Rest['errors'];
  },
): Rest[] =>
  (['video', 'album'] as const).map((kind) => {
    const { errors = [], ...more } = about(kind);
    return {
      id: `get${kind === 'video' ? 'Video' : 'Album'}${part}`,
      tag: 'Media',
      method: 'get',
      path: `/api/public/${kind}/{${paramOf[kind]}}${end}`,
      params: { [paramOf[kind]]: 'id' },
      fixed: { kind },
      errors: [unknown[kind], ...errors],
      ...more,
    };
  });

/** An example of the provenance of a film by our animator. */
const provenanceOf = (kind: FilmRef['kind']): Provenance => ({
  id: kind === 'video' ? exampleIds.taskId : exampleIds.mergeId,
  kind,
  rendition: 'clean',
  makers: [{ name: 'local', version: '0.1.0', model: null }],
  photos: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  steps: kind === 'video' ? ['cropped', 'animated'] : ['cropped', 'animated', 'joined', 'music'],
  ai: false,
  madeAt: '2026-11-22T09:30:00.000Z',
  recorded: true,
  digitalSourceType: 'http://cv.iptc.org/newscodes/digitalsourcetype/algorithmicallyEnhanced',
  credentials: { state: 'valid', signedBy: 'Memori', selfMade: true },
});

/** The files of films, by their public paths, and cards to print. */
export const filmFileOperations = {
  file: operation({
    summary: 'Returns a film’s file.',
    access: 'link',
    rest: paths('File', '', (kind) => ({
      summary: `Returns the ${kind}’s file, with byte ranges. Public to whoever knows the id, as long as it is shared.`,
      query: { download: { description: 'Any value: to be saved instead of played.' }, ...size },
      file: { type: 'video/mp4', sends: 'byte-ranges' },
    })),
  })
    .input(filmSchema.and(z.object({ download: z.unknown().optional(), size: sizeSchema })))
    .query(({ ctx, input: { download, size: part, ...film } }) =>
      filmFile(ctx, film, { download: Boolean(download), part }),
    ),

  poster: operation({
    summary: 'Returns a film’s first frame.',
    access: 'link',
    rest: paths('Poster', '/poster.jpg', (kind) => ({
      summary: `Returns the first frame of the ${kind}.`,
      file: { type: 'image/jpeg', sends: 'byte-ranges' },
    })),
  })
    .input(filmSchema)
    .query(({ ctx, input }) => filmPoster(ctx, input)),

  card: operation({
    summary: 'Returns the preview picture of links to a film.',
    access: 'link',
    limit: perAddress('anonymous'),
    rest: paths('Card', '/card.jpg', (kind) => ({
      summary: `Returns the preview picture of links to the ${kind}: its whole first frame on 1200 x 630 pixels.`,
      file: { type: 'image/jpeg', sends: 'conditional' },
      errors: ['too_many_requests'],
    })),
  })
    .input(filmSchema)
    .query(({ ctx, input }) => filmCard(ctx, input)),

  provenance: operation({
    summary: 'Returns how a film was made.',
    access: 'link',
    limit: perAddress('anonymous'),
    rest: paths('Provenance', '/provenance', (kind) => ({
      summary: `Returns how the ${kind} was made: by what, from which photos, with which steps, and whether its file is unchanged since it was signed.`,
      query: size,
      errors: ['too_many_requests'],
      result: provenanceOf(kind),
    })),
  })
    .input(filmSchema.and(z.object({ size: sizeSchema })))
    .output(provenanceSchema)
    .query(({ ctx, input: { size: part, ...film } }) => {
      ctx.setHeader('Cache-Control', 'private, no-cache');
      ctx.setHeader('X-Robots-Tag', 'noindex');
      return ctx.inOwnLine((asker) => filmProvenance(ctx, film, part, asker));
    }),

  keepsakes: operation({
    summary:
      'Returns cards to print, of videos or of one album: with the first frame, the name and a code that leads to the film.',
    access: { scope: 'read' },
    limit: perAccount('keepsake'),
    rest: {
      id: 'printKeepsakes',
      tag: 'Videos',
      method: 'get',
      path: '/api/keepsakes',
      query: {
        videos: { description: 'Task ids, separated by commas.', example: exampleIds.taskId },
        album: { description: 'The id of an album, instead of videos.' },
        format: { description: '`a6` (default), `a5` or `postcard`.', example: 'a5' },
        sheet: { description: '`a4`: several on each sheet, with crop marks.' },
        language: { description: 'Language of the card and of the page that the code leads to.' },
      },
      file: { type: 'application/pdf' },
      errors: [
        'invalid_request',
        'task_not_found',
        'video_not_ready',
        'album_not_found',
        'album_not_ready',
        'too_many_requests',
      ],
    },
  })
    .input(keepsakeSchema)
    .query(({ ctx, input }) => printKeepsakes(ctx.deps, ctx.auth.user.id, input)),
};
