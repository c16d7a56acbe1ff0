import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { heard as heardBy } from '#tests/support/heard.ts';
import { createUser } from '#tests/support/ledger.ts';
import { addWaitingAlbum } from '#tests/support/work-kinds.ts';
import { ClipError } from '#server/engine/join/types.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { openEventHub } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { openQueue } from '#server/composition/queue.ts';
import { createDiskStorage } from '#server/providers/storage/disk.ts';
import { type AlbumEndDeps, albumJob } from '../albums/album-job.ts';
import { fail } from './end-job.ts';
import { type Run, type RunDeps, type RunOutput, runRowJob } from './run-job.ts';

let own: TestDatabase;
let db: Db;
let folder: string;
let deps: RunDeps & AlbumEndDeps;
/** The log lines of the test. */
let lines: object[];
const logger = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line) as object) });
beforeAll(async () => {
  own = await createTestDatabase();
  ({ db } = own.database);
  folder = await mkdtemp(path.join(tmpdir(), 'memori-run-'));
  const workRoot = path.join(folder, 'work');
  await mkdir(workRoot);
  const silent = createLogger('silent');
  deps = {
    db,
    logger,
    workRoot,
    storage: createDiskStorage(path.join(folder, 'storage')),
    events: await openEventHub(own.url, silent),
    queue: await openQueue({ address: own.url, logger: silent, worker: false }),
  };
});
afterAll(async () => {
  await deps.events.close();
  await deps.queue.stop({ graceful: false });
  await own.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  lines = [];
});
// However a run ends, it leaves no work folder.
afterEach(async () => {
  const left = await readdir(deps.workRoot);
  if (left.length > 0) throw new Error(`work folders were left: ${left.join(', ')}`);
});

type Make = (run: Run<number>) => Promise<RunOutput<object>>;

/** What a run has made: a film of one byte. */
const film: RunOutput<object> = {
  store: (prefix) => deps.storage.putBytes(`${prefix}/clean.mp4`, new Uint8Array(1)),
  result: {},
  record: () => Promise.resolve(),
};
const make: Make = () => Promise.resolve(film);
const never = new AbortController().signal;
const run = (id: string, how: Make, { signal = never, work = albumJob } = {}) =>
  runRowJob(work, deps, id, signal, how);
const read = (id: string) => db.album.findUniqueOrThrow({ where: { id } });
const runsOf = (id: string) => deps.storage.list(`albums/${id}`);
const heard = (userId: string, act: () => Promise<unknown>) => heardBy(deps, userId, act);

let userId: string;
let id: string;
beforeEach(async () => {
  userId = await createUser(db);
  id = await addWaitingAlbum(db, userId);
});

describe('a run', () => {
  test('has an empty folder of its own, and stores its output under a prefix of its own', async () => {
    await mkdir(path.join(deps.workRoot, `album-${id}-dead`));
    const recorded: unknown[] = [];
    await run(id, async ({ workDir, ...started }) => {
      expect(started.id).toBe(id);
      expect(path.basename(workDir).startsWith(`album-${id}-`)).toBe(true);
      expect(await readdir(deps.workRoot)).toEqual([path.basename(workDir)]);
      expect(await readdir(workDir)).toEqual([]);
      await writeFile(path.join(workDir, 'a.mp4'), 'a');
      expect(await read(id)).toMatchObject({ status: 'processing' });
      return {
        ...film,
        result: { name: 'Nonno' },
        async record(tx, prefix) {
          recorded.push(prefix, (await tx.album.findUniqueOrThrow({ where: { id } })).status);
        },
      };
    });
    const [prefix = ''] = await runsOf(id);
    expect(prefix).toMatch(new RegExp(`^albums/${id}/[a-z2-7]{32}$`));
    expect(recorded).toEqual([prefix, 'completed']);
    expect(await read(id)).toMatchObject({
      status: 'completed',
      progress: 1,
      renditionPrefix: prefix,
      name: 'Nonno',
    });
    expect(await deps.storage.list(prefix)).toEqual([`${prefix}/clean.mp4`]);
    expect(lines).toEqual([]);
  });

  test('of an unknown or ended job makes nothing, and removes what dead runs left of it', async () => {
    await fail(albumJob, deps, id, 'album_canceled');
    const [other, unknown] = [`album-${createId()}-a`, createId()];
    for (const name of [`album-${id}-a`, `album-${unknown}-a`, other])
      await mkdir(path.join(deps.workRoot, name));
    const started: string[] = [];
    for (const each of [id, unknown])
      await run(each, (begun) => {
        started.push(begun.id);
        return make(begun);
      });
    expect(started).toEqual([]);
    expect(await readdir(deps.workRoot)).toEqual([other]);
    await rm(path.join(deps.workRoot, other), { recursive: true });
  });

  test.each([
    ['an error for the user', new AppError('album_video_gone'), 'album_video_gone'],
    ['an error that a retry would repeat', new ClipError('no video'), 'album_failed'],
  ])('ends the job after %s', async (_name, error, errorCode) => {
    await run(id, () => Promise.reject(error));
    expect(await read(id)).toMatchObject({ status: 'failed', errorCode });
    expect(lines).toMatchObject([
      {
        level: 40,
        albumId: id,
        msg: 'a job failed permanently and was ended',
        err: { message: error.message },
      },
    ]);
  });

  test('throws any other error, so that the job is tried again', async () => {
    await expect(run(id, () => Promise.reject(new Error('no memory')))).rejects.toThrow('no memory');
    expect(await read(id)).toMatchObject({ status: 'processing', errorCode: null });
    expect(lines).toEqual([]);
    await run(id, make);
    expect(await read(id)).toMatchObject({ status: 'completed' });
  });

  test('resolves as soon as its job is ended elsewhere', async () => {
    const reasons: unknown[] = [];
    await run(id, async ({ signal }) => {
      await fail(albumJob, deps, id, 'album_canceled');
      if (!signal.aborted) await once(signal, 'abort');
      reasons.push(signal.reason);
      throw signal.reason;
    });
    expect(reasons).toEqual([new Error('the album has ended')]);
    expect(await read(id)).toMatchObject({ errorCode: 'album_canceled' });
    expect(lines).toEqual([]);
  });

  test('is not stopped by the end of another job or by any other event', async () => {
    const other = await addWaitingAlbum(db, userId);
    await run(id, async (begun) => {
      await heard(userId, () => fail(albumJob, deps, other, 'album_canceled'));
      begun.onProgress(0.5);
      await heard(userId, () => expect.poll(async () => (await read(id)).progress).toBe(0.5));
      expect(begun.signal.aborted).toBe(false);
      return make(begun);
    });
    expect(await read(id)).toMatchObject({ status: 'completed' });
  });

  test.each([
    ['the reason', null],
    ['another error', new AppError('album_failed')],
  ])(
    'that is told to stop throws the reason and leaves its job as it is, if it throws %s',
    async (_name, error) => {
      const stop = new AbortController();
      const stopped = run(
        id,
        ({ signal }) => {
          stop.abort(new Error('the server stops'));
          return Promise.reject((error ?? signal.reason) as Error);
        },
        { signal: stop.signal },
      );
      await expect(stopped).rejects.toThrow('the server stops');
      expect(await read(id)).toMatchObject({ status: 'processing', finishedAt: null });
      expect(lines).toEqual([]);
    },
  );
});

describe('the watch for the end of a job', () => {
  test('stops with the run', async () => {
    const signals: AbortSignal[] = [];
    const events: typeof deps.events = {
      ...deps.events,
      subscribe(user, signal) {
        signals.push(signal);
        return deps.events.subscribe(user, signal);
      },
    };
    const failing = runRowJob(albumJob, { ...deps, events }, id, never, async () => {
      expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
      throw new Error('no memory');
    });
    await expect(failing).rejects.toThrow('no memory');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('may fail without consequence for the run', async () => {
    let reads = 0;
    const work: typeof albumJob = {
      ...albumJob,
      table(tx) {
        const table = albumJob.table(tx);
        return {
          ...table,
          // The first read is the run's own, the second its watch's.
          findUnique: (args) =>
            (reads += 1) === 2 ? Promise.reject(new Error('too many connections')) : table.findUnique(args),
        };
      },
    };
    await run(
      id,
      async (begun) => {
        await expect.poll(() => lines).toHaveLength(1);
        return make(begun);
      },
      { work },
    );
    expect(await read(id)).toMatchObject({ status: 'completed' });
    expect(lines).toMatchObject([
      {
        level: 40,
        albumId: id,
        msg: 'no longer watching for the end of a job',
        err: { message: 'too many connections' },
      },
    ]);
  });
});

describe('the output of a run', () => {
  test('is removed if the job was deleted meanwhile', async () => {
    await run(id, async () => {
      await db.album.delete({ where: { id } });
      return film;
    });
    expect(await runsOf(id)).toEqual([]);
  });

  test('is removed if another run was first', async () => {
    await run(id, async () => {
      await run(id, make);
      return film;
    });
    const { renditionPrefix, status } = await read(id);
    expect(status).toBe('completed');
    expect(await runsOf(id)).toEqual([renditionPrefix]);
  });

  test.each([
    ['stored', 'store'],
    ['recorded', 'record'],
  ] as const)('is removed if it could not be %s', async (_name, step) => {
    const broken: RunOutput<object> = {
      ...film,
      async [step](prefix: string) {
        if (step === 'store') await film.store(prefix);
        throw new Error('the disk is full');
      },
    };
    await expect(run(id, () => Promise.resolve(broken))).rejects.toThrow('the disk is full');
    expect(await runsOf(id)).toEqual([]);
    expect(await read(id)).toMatchObject({ status: 'processing', renditionPrefix: null });
  });

  test('is kept if the job succeeded although its transaction seemed to fail', async () => {
    const losing = new Proxy(db, {
      get(target, name) {
        if (name !== '$transaction') return Reflect.get(target, name) as unknown;
        return async (work: Parameters<typeof db.$transaction>[0]) => {
          await db.$transaction(work);
          throw new Error('the connection was lost');
        };
      },
    });
    // Resolves if it hears of the end before the error reaches it.
    await Promise.allSettled([runRowJob(albumJob, { ...deps, db: losing }, id, never, make)]);
    const { renditionPrefix, status } = await read(id);
    expect(status).toBe('completed');
    expect(await runsOf(id)).toEqual([renditionPrefix]);
  });
});

describe('the progress of a run', () => {
  test('is written and published, the last before the end', async () => {
    const found = await heard(userId, () =>
      run(id, async (begun) => {
        begun.onProgress(0.25);
        await expect.poll(async () => (await read(id)).progress).toBe(0.25);
        begun.onProgress(0.75);
        return { ...film, record: async () => void lines.push(await read(id)) };
      }),
    );
    expect(lines).toMatchObject([{ status: 'processing', progress: 0.75 }]);
    // Its start, twice its progress, its end.
    expect(found).toEqual(Array.from({ length: 4 }, () => ({ userId, topic: 'album', id })));
  });

  test('is written before a failure is reported', async () => {
    const saved: unknown[] = [];
    const work: typeof albumJob = {
      ...albumJob,
      async saveProgress(...args) {
        const changed = await albumJob.saveProgress(...args);
        // Long enough for a run that doesn't wait to end first.
        for (let turns = 0; turns < 20; turns += 1) await heard(userId, () => Promise.resolve());
        saved.push([args[2], (await readdir(deps.workRoot)).length]);
        return changed;
      },
    };
    const failing = run(
      id,
      (begun) => {
        begun.onProgress(0.25);
        begun.onProgress(0.5);
        return Promise.reject(new Error('no memory'));
      },
      { work },
    );
    await expect(failing).rejects.toThrow('no memory');
    // While its work folder still exists.
    expect(saved).toEqual([
      [0.25, 1],
      [0.5, 1],
    ]);
    expect(await read(id)).toMatchObject({ progress: 0.5 });
  });

  test('is not published once the job has ended', async () => {
    const found = await heard(userId, () =>
      run(id, async (begun) => {
        await fail(albumJob, deps, id, 'album_canceled');
        begun.onProgress(0.5);
        return film;
      }),
    );
    expect(found).toHaveLength(2);
    expect(await read(id)).toMatchObject({ progress: 0 });
    expect(await runsOf(id)).toEqual([]);
  });

  test('may be lost without consequence for the job', async () => {
    const work = { ...albumJob, saveProgress: () => Promise.reject(new Error('too many connections')) };
    await run(
      id,
      (begun) => {
        begun.onProgress(0.5);
        return make(begun);
      },
      { work },
    );
    expect(await read(id)).toMatchObject({ status: 'completed' });
    expect(lines).toMatchObject([
      {
        level: 40,
        albumId: id,
        msg: 'progress could not be written',
        err: { message: 'too many connections' },
      },
    ]);
  });

  test('is urgent or not compared with what was written last', async () => {
    const asked: unknown[] = [];
    const isUrgent = (progress: number, written: number | null) => asked.push([progress, written]) < 0;
    await run(
      id,
      (begun) => {
        begun.onProgress(0.1);
        begun.onProgress(0.2);
        return make(begun);
      },
      { work: { ...albumJob, isUrgent } },
    );
    expect(asked).toEqual([
      [0.1, null],
      [0.2, 0.1],
    ]);
  });
});
