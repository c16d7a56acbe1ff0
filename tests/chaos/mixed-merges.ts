import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as soon } from 'node:timers/promises';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { deleteTask } from '#server/features/generation/tasks.ts';
import { addVideo, followAlbum, type StoredVideo } from '../support/albums.ts';
import { drawForeignVideo, drawVideo } from '../support/clips.ts';
import type { TestServer } from '../support/server.ts';
import { type AskedAlbum, askForAlbum, filmFaults, leftovers } from './albums.ts';
import { awaiting } from './waiting.ts';

/** The possible defects of a clip. */
type Kind = 'good' | 'other' | 'foreign' | 'cut' | 'noise' | 'empty' | 'lost' | 'deleted';

/** As many good clips as all others together, so that films of only good ones occur. */
const kinds: readonly Kind[] = [
  ...(['good', 'good', 'good', 'other', 'other', 'foreign', 'foreign'] as const),
  ...(['cut', 'noise', 'empty', 'lost', 'deleted'] as const),
];
const broken: readonly Kind[] = ['cut', 'noise', 'empty'];

/**
 * Requests `merges` albums of 2 to 4 clips, good, foreign, corrupt and vanishing, and waits for their ends. Returns
 * violations as text: an album that did not end as its clips require, anything left behind, or a changed balance.
 */
export async function runMixedMerges(
  server: TestServer,
  { random, merges }: { random: () => number; merges: number },
): Promise<string[]> {
  const videos = await drawVideos(server, random);
  const pick = () => kinds[Math.floor(random() * kinds.length)] ?? 'good';
  const faults: string[] = [];
  const albums: AskedAlbum[] = [];
  for (let done = 0; done < merges; done += 1) {
    const chosen = Array.from({ length: 2 + Math.floor(random() * 3) }, pick);
    const album = await askForAlbum(server, (userId) =>
      Promise.all(chosen.map((kind) => addVideo(server, userId, videos[kind]))),
    );
    albums.push(album);
    await vanish(server, album, chosen, random);
    const following = followAlbum(server, album.userId, album.albumId);
    const end = (await awaiting(`album ${done} of ${chosen.join('+')} ends`, following)).at(-1);
    if (end) faults.push(...(await endFaults(server, end, chosen)));
  }
  return [...faults, ...(await leftovers(server, albums))];
}

async function drawVideos({ dataDir }: TestServer, random: () => number): Promise<Record<Kind, StoredVideo>> {
  const folder = await mkdtemp(path.join(dataDir, 'drawn-'));
  const good = await drawVideo(folder, { width: 192, height: 144 });
  const other = await drawVideo(folder, { width: 144, height: 192 });
  const foreign = await drawForeignVideo(folder, { width: 160, height: 90 });
  await rm(folder, { recursive: true });
  const both = (bytes: Uint8Array): StoredVideo => ({ clean: bytes, watermarked: bytes });
  const cut = both(good.clean.subarray(0, Math.floor(good.clean.length * (0.2 + 0.6 * random()))));
  const noise = both(Uint8Array.from({ length: 5000 }, () => random() * 256));
  return { good, other, foreign, cut, noise, empty: both(new Uint8Array()), lost: good, deleted: good };
}

/** Deletes the vanishing clips while the album is waiting or being made. */
async function vanish(
  { deps }: TestServer,
  { userId, videoIds }: { userId: string; videoIds: string[] },
  chosen: readonly Kind[],
  random: () => number,
): Promise<void> {
  for (let turns = Math.floor(random() * 40); turns > 0; turns -= 1) await soon();
  for (const [index, kind] of chosen.entries()) {
    const taskId = videoIds[index] ?? '';
    if (kind === 'lost') await deps.storage.remove(`tasks/${taskId}`);
    if (kind === 'deleted') await deleteTask(deps.db, userId, taskId);
  }
}

async function endFaults(server: TestServer, end: MergeStatus, chosen: readonly Kind[]): Promise<string[]> {
  const allowed = new Set<string | undefined>();
  const mayVanish = chosen.some((kind) => kind === 'lost' || kind === 'deleted');
  if (mayVanish) allowed.add('album_video_gone');
  if (chosen.some((kind) => broken.includes(kind))) allowed.add('album_failed');
  // It may have been fetched before it vanished.
  else allowed.add(undefined);
  if (!mayVanish && allowed.has(undefined) && end.status !== 'completed') allowed.clear();
  if (!allowed.has(end.code)) return [`${chosen.join('+')} ended ${end.status} ${end.code ?? ''}`];
  if (end.status === 'failed') return end.error ? [] : [`${chosen.join('+')} failed without a message`];
  return filmFaults(server, end);
}
