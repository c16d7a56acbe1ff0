import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createTRPCClient, httpLink } from '@trpc/client';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { isAlbumFinal } from '#shared/status.ts';
import { watchAlbum } from '#server/features/albums/watch-album.ts';
import { runPrefix } from '#server/features/generation/task-keys.ts';
import { posterKey, videoKey } from '#server/features/media/film-keys.ts';
import { createId } from '#server/platform/ids.ts';
import type { AppRouter } from '#server/transport/trpc/router.ts';
import type { TestServer } from './server.ts';
import type { Visitor } from './visitor.ts';

/** The stored files of one finished video. */
export interface StoredVideo {
  clean: Uint8Array;
  watermarked: Uint8Array;
}

/** Creates a finished video of the user's, in the database and in the storage. Returns its id. */
export async function addVideo(
  { deps }: Pick<TestServer, 'deps'>,
  userId: string,
  video: StoredVideo,
): Promise<string> {
  const taskId = createId();
  const renditionPrefix = runPrefix(taskId, createId());
  for (const rendition of ['clean', 'watermarked'] as const) {
    await deps.storage.putBytes(videoKey(renditionPrefix, rendition), video[rendition]);
    await deps.storage.putBytes(posterKey(renditionPrefix, rendition), video[rendition]);
  }
  await deps.db.videoTask.create({
    data: {
      id: taskId,
      userId,
      provider: 'local',
      prompt: '',
      originalFilename: 'a.jpg',
      photoKey: 'none',
      status: 'Success',
      progress: 1,
      renditionPrefix,
      finishedAt: new Date(),
    },
  });
  return taskId;
}

/** Creates a finished album of the user's, in the database and in the storage. Returns its id. */
export async function addAlbum(
  { deps }: Pick<TestServer, 'deps'>,
  userId: string,
  film: StoredVideo,
): Promise<string> {
  const id = createId();
  const renditionPrefix = `albums/${id}/${createId()}`;
  for (const rendition of ['clean', 'watermarked'] as const) {
    await deps.storage.putBytes(videoKey(renditionPrefix, rendition), film[rendition]);
    await deps.storage.putBytes(posterKey(renditionPrefix, rendition), film[rendition]);
  }
  const done = { status: 'completed', progress: 1, renditionPrefix, finishedAt: new Date() };
  await deps.db.album.create({ data: { id, userId, name: 'Summer', ...done } });
  return id;
}

/** A video for fake films: its content is its name, in capitals in the clean rendition. */
export const fakeVideo = (name: string): StoredVideo => ({
  clean: Buffer.from(name.toUpperCase()),
  watermarked: Buffer.from(name.toLowerCase()),
});

/** Creates finished fake videos named a, b, c and so on. */
export async function addVideos(
  server: Pick<TestServer, 'deps'>,
  userId: string,
  count = 2,
): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => String.fromCharCode(97 + (index % 26)));
  return Promise.all(names.map((name) => addVideo(server, userId, fakeVideo(name))));
}

/** The typed client, signed in as the visitor. */
export function clientOf(server: Pick<TestServer, 'url'>, { cookie }: Pick<Visitor, 'cookie'>) {
  return createTRPCClient<AppRouter>({
    links: [httpLink({ url: `${server.url}/api/trpc`, headers: { cookie } })],
  });
}

/** Writes a finished album's clean film to a file, and returns its path. */
export async function cleanFilmOf(
  { deps, dataDir }: Pick<TestServer, 'deps' | 'dataDir'>,
  mergeId: string,
): Promise<string> {
  const { renditionPrefix } = await deps.db.album.findUniqueOrThrow({ where: { id: mergeId } });
  const file = path.join(dataDir, `${mergeId}.mp4`);
  await writeFile(file, await buffer(await deps.storage.read(videoKey(renditionPrefix!, 'clean'))));
  return file;
}

/** Follows an album's events until `until` holds (by default, until its end); returns all of them. */
export async function followAlbum(
  { deps }: Pick<TestServer, 'deps'>,
  userId: string,
  albumId: string,
  until: (album: MergeStatus) => boolean = ({ status }) => isAlbumFinal(status),
): Promise<MergeStatus[]> {
  const statuses: MergeStatus[] = [];
  for await (const album of watchAlbum(deps, userId, albumId)) {
    statuses.push(album);
    if (until(album)) break;
  }
  return statuses;
}
