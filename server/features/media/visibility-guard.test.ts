import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const server = path.resolve(import.meta.dirname, '../..');
const sources = globSync('**/*.ts', { cwd: server })
  .filter((file) => !file.startsWith('generated/') && !file.endsWith('.test.ts'))
  .toSorted();

/** The files of the server whose code, comments left out, contains a match. */
const filesWith = (pattern: RegExp): string[] =>
  sources.filter((file) => pattern.test(codeOf(readFileSync(path.join(server, file), 'utf8'))));

const codeOf = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');

/** The files that name a column that decides who sees a film, besides `visibility.ts`, and why each may. */
const columnUsers = {
  'features/generation/requests/animate-locally.ts': 'deletes the refused task that a new one replaces',
  'features/media/visibility.ts': 'decides',
  'features/media/hide.ts': 'writes what the operator decided',
  'features/media/film-columns.ts': 'reads and writes the owner’s settings, for the owner',
  'features/albums/album-sharing.ts': 'tells the owner that an album contains a hidden video',
  'features/reports/reports.ts': 'tells the operator whether a reported film is hidden',
  'features/job-lifecycle/trash.ts': 'deletes and restores',
  'features/job-lifecycle/old-test-data.ts': 'deletes',
  'features/job-lifecycle/row-job.ts': 'types for the trash',
  'features/erasure/erase-accounts.ts': 'deletes everything of an account',
};

test('only one module decides who sees a film by its state', () => {
  const columns =
    /\b(hiddenAt|shareStoppedAt|sharedUntil|deletedAt|hidden_at|share_stopped_at|shared_until|(?<!photo_)deleted_at)\b/;
  expect(filesWith(columns)).toEqual(Object.keys(columnUsers).toSorted());
});

/**
 * The files that can get at the stored file of a video or album, by its key or the prefix in its row, and what makes sure
 * that only those who may see it do. A new one belongs here, and in the table of `server/transport/http/visibility.test.ts`.
 */
const fileUsers = {
  'features/albums/find-albums.ts': 'finds by `albumsVisibleTo`',
  'features/generation/find-videos.ts': 'finds by `videosVisibleTo`',
  'features/media/videos.ts': 'finds by `videosVisibleTo`',
  'features/exports/records.ts': 'finds by `…VisibleTo`, for the owner’s session',
  'features/displays/playlist.ts': 'lists what `findFramed…` and `findFilm` find',
  'features/media/find-film.ts': 'finds by `filmVisibleTo`',
  'features/sharing/published-film.ts': 'serves what `findPublished` finds',
  'features/media/published-file.ts': 'names the file of a film that was found',
  'transport/http/pages/shared-pages.ts': 'describes what `findPublished` finds',
  'features/media/keepsakes.ts': 'prints films that were found',
  'features/media/film-keys.ts': 'names and stores files',
  'features/albums/make-album.ts': 'joins the videos that `findVideos` finds',
  'features/albums/album-status.ts': 'counts the files of the owner’s albums',
  'features/exports/request-export.ts': 'serves archives, to the owner’s session',
  'features/generation/variants/variant-job.ts': 'chooses which video is played',
  'features/generation/variants/variants.ts': 'chooses which video is played',
  'features/backup/dump.ts': 'copies everything, for the operator',
  'features/job-lifecycle/run-job.ts': 'stores files',
  'features/job-lifecycle/sweep-jobs.ts': 'removes files',
  'features/job-lifecycle/end-job.ts': 'records files',
  'features/job-lifecycle/row-job.ts': 'types',
};

test('every way to a film’s file goes by that module', () => {
  const names =
    /\b(publishedFile|videoKey|posterKey|playedPrefix|renditionPrefix|shownPrefix|rendition_prefix|shown_prefix|run_prefix)\b/;
  expect(filesWith(names)).toEqual(Object.keys(fileUsers).toSorted());
});

test.each(['albums/find-albums.ts', 'generation/find-videos.ts', 'media/videos.ts', 'exports/records.ts'])(
  'each query of films in %s is limited to those who may see them',
  (file) => {
    const code = codeOf(readFileSync(path.join(server, 'features', file), 'utf8'));
    const queries = code.split(/\bdb\.(?=(?:videoTask|album)\.)/).slice(1);
    const free = queries
      .filter((query) => !/VisibleTo\(/.test(query.slice(0, 200)))
      .map((query) => query.slice(0, query.indexOf('(')));
    expect(free).toEqual(uncheckedQueries[file] ?? []);
  },
);

/** They say who made a film that has been found. */
const uncheckedQueries: Record<string, string[]> = {
  'albums/find-albums.ts': ['album.findUnique'],
  'generation/find-videos.ts': ['videoTask.findUnique'],
  'media/videos.ts': ['videoTask.findMany'],
};
