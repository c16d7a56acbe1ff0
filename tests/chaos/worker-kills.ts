import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { watchAlbum } from '#server/features/albums/watch-album.ts';
import { rowsWithoutJob } from '#server/platform/jobs/stored-jobs.ts';
import { addVideo, followAlbum } from '../support/albums.ts';
import { drawVideo } from '../support/clips.ts';
import { noticeDeath } from '../support/dead-worker.ts';
import { spawnMemori } from '../support/memori-process.ts';
import type { TestServer } from '../support/server.ts';
import { type AskedAlbum, askForAlbum, filmFaults, leftovers } from './albums.ts';
import { awaiting, until } from './waiting.ts';

const clipsOfEach = 6;

const queues = ['merge-album', 'merge-album-dead'] as const;

/** The queue's limit of attempts per job. */
const triesOfEach = 5;

/**
 * Kills a worker process `kills` times, each at a random point of an album that it is making, then lets one finish.
 * Returns violations as text: an album that did not end exactly once and correctly, or anything left behind. `web` must
 * run no jobs itself.
 */
export async function runWorkerKills(
  web: TestServer,
  { random, kills }: { random: () => number; kills: number },
): Promise<string[]> {
  const folder = await mkdtemp(path.join(web.dataDir, 'drawn-'));
  const video = await drawVideo(folder, { width: 480, height: 360 });
  await rm(folder, { recursive: true });
  const addClips = (userId: string) =>
    Promise.all(Array.from({ length: clipsOfEach }, () => addVideo(web, userId, video)));
  const albums: AskedAlbum[] = [];
  for (let met = 0; met < kills; ) {
    albums.push(await askForAlbum(web, addClips));
    {
      await using _doomed = await startWorker(web);
      await untilUnderway(web, albums, 100 * random());
    }
    // It may have been between two albums.
    met += await noticeDeath(web, ...queues);
  }
  await using survivor = await startWorker(web);
  const faults = await awaiting(
    'the last album ends',
    Promise.all(albums.map((album) => endFaults(web, album))),
  );
  await settled(web, albums);
  await survivor.end('SIGTERM');
  return [...faults.flat(), ...(await leftovers(web, albums))];
}

interface Worker extends AsyncDisposable {
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void>;
}

/**
 * Starts a worker process on the web server's database and folder; resolves once it is ready. Killed on disposal if
 * still running.
 */
async function startWorker({ deps, dataDir }: TestServer): Promise<Worker> {
  const { child, ready, ended } = spawnMemori(dataDir, {
    ROLE: 'worker',
    DATABASE_URL: deps.env.DATABASE_URL ?? '',
    DATA_DIR: dataDir,
  });
  await awaiting('a worker is ready', ready);
  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    child.kill(signal);
    await ended;
  }
  return { end, [Symbol.asyncDispose]: () => end('SIGKILL') };
}

/** Resolves when one of the albums is being made and has reached `progress` (in percent), or when all have ended. */
async function untilUnderway(
  { deps }: TestServer,
  albums: readonly AskedAlbum[],
  progress: number,
): Promise<void> {
  const enough = new AbortController();
  async function follow({ userId, albumId }: AskedAlbum): Promise<void> {
    for await (const album of watchAlbum(deps, userId, albumId, enough.signal))
      if (album.status === 'processing' && album.progress >= progress) return enough.abort();
  }
  await awaiting('an album is being made', Promise.all(albums.map(follow)));
}

/**
 * Resolves when the queue has finished the albums' jobs: a worker may have died between an album's end and its job's.
 */
async function settled({ deps }: TestServer, albums: readonly AskedAlbum[]): Promise<void> {
  for (const { albumId } of albums)
    await until(`the job of album ${albumId} ends`, async () => {
      const ended = await rowsWithoutJob(deps, 'merge-album', [albumId]);
      return ended.length > 0;
    });
}

async function endFaults(web: TestServer, { userId, albumId }: AskedAlbum): Promise<string[]> {
  const last = (await followAlbum(web, userId, albumId)).at(-1);
  const [job] = await web.deps.queue.findJobs('merge-album', { data: { albumId } });
  const tries = (job?.retryCount ?? 0) + 1;
  if (last?.status === 'completed') return filmFaults(web, last);
  if (last?.code === 'album_failed' && tries >= triesOfEach) return [];
  return [`${albumId} ended ${last?.status} ${last?.code} after ${tries} tries`];
}
