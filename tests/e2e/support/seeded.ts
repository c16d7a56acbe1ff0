import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { openSession } from '#server/features/accounts/sessions.ts';
import { grant, openAccount, spend } from '#server/features/credits/ledger.ts';
import { type Database, type Db, openDatabase } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import type { ErrorCode } from '#shared/errors.ts';
import { defaultPackage, packageOf } from '#shared/packages.ts';
import { clipPrefixes, storeClips } from './clips.ts';

/** A task to start with: `light` and `dark` are finished videos, of two distinguishable photos. */
export type SeededTask = 'light' | 'dark' | 'running' | 'failed';

export interface SeededUser {
  userId: string;
  /** In the order in which the tasks were given. */
  taskIds: string[];
}

type AlbumChange =
  | { status: 'processing'; progress: number }
  | { status: 'failed'; errorCode: ErrorCode; finishedAt: Date };

export interface Seeds {
  /** The running Memori's own database. */
  db: Db;
  /** Signs in a new user on `page` who has these tasks, the newest first. */
  signIn(page: Page, tasks: readonly SeededTask[]): Promise<SeededUser>;
  /** Advances a running task, as a worker would. */
  advance(taskId: string, progress: { stage: string; progress: number }): Promise<void>;
  /** Completes a running task. */
  finish(taskId: string): Promise<void>;
  /** Creates an album that no worker processes, so that its state stays. Resolves with its id. */
  album(user: SeededUser, name: string): Promise<string>;
  /** Advances or ends that album, as a worker would. */
  changeAlbum(mergeId: string, data: AlbumChange): Promise<void>;
  /** Spends the user's last credit. */
  spendCredit(user: SeededUser): Promise<void>;
  /** Buys a package for the user. */
  buy(user: SeededUser): Promise<void>;
}

/**
 * Seeds for a running Memori: users with many videos at no cost, since the rows of its database share two clips. Also
 * resolves with a function that closes the connections.
 */
export async function openSeeds(memori: {
  url: string;
  dataDir: string;
  databaseUrl: string;
}): Promise<{ seeds: Seeds; close: () => Promise<void> }> {
  const database = openDatabase(memori.databaseUrl, { maxConnections: 2 });
  await storeClips(memori.dataDir);
  return { seeds: createSeeds(database, memori.url), close: database.close };
}

function createSeeds(database: Database, url: string): Seeds {
  const { db } = database;
  const ended = (prefix: string) => ({
    status: 'Success',
    progress: 1,
    renditionPrefix: prefix,
    finishedAt: new Date(),
  });
  const states = {
    light: ended(clipPrefixes.light),
    dark: ended(clipPrefixes.dark),
    running: { status: 'Processing', stage: 'generating', progress: 0.3 },
    failed: { status: 'Fail', errorCode: 'generation_failed', finishedAt: new Date() },
  } satisfies Record<SeededTask, object>;

  async function change(id: string, data: object) {
    const { userId } = await db.videoTask.update({ where: { id }, data });
    await publish(db, { userId, topic: 'task', id });
  }

  return {
    db,
    async signIn(page, tasks) {
      const userId = await createUser(db);
      const now = Date.now();
      const rows = tasks.map((task, index) => ({
        ...states[task],
        id: createId(),
        userId,
        provider: 'local',
        movement: 'push-in',
        prompt: '',
        originalFilename: `photo ${tasks.length - index}.jpg`,
        photoKey: '',
        createdAt: new Date((task === 'running' ? beyondSweep() : now) - index * 10),
      }));
      await db.videoTask.createMany({ data: rows });
      const token = await openSession(db, userId);
      await page.context().addCookies([{ name: 'memori_session', value: token, url }]);
      return { userId, taskIds: rows.map(({ id }) => id) };
    },
    advance: change,
    finish: (taskId) => change(taskId, ended(clipPrefixes.light)),
    async album({ userId, taskIds }, name) {
      const id = createId();
      const clips = { create: taskIds.map((taskId, position) => ({ taskId, position })) };
      await db.album.create({ data: { id, userId, name, clips, createdAt: new Date(beyondSweep()) } });
      await publish(db, { userId, topic: 'album', id });
      return id;
    },
    async changeAlbum(id, data) {
      const { userId } = await db.album.update({ where: { id }, data });
      await publish(db, { userId, topic: 'album', id });
    },
    async spendCredit({ userId }) {
      const spending = { userId, amount: 1, reason: 'generation', reference: createId() } as const;
      await db.$transaction((tx) => spend(tx, spending));
    },
    async buy({ userId }) {
      const { id: packageId, credits, price } = packageOf(defaultPackage);
      const sessionId = `cs_${createId()}`;
      const paid = { status: 'paid', paidAt: new Date(), amountPaid: price };
      await db.$transaction(async (tx) => {
        await tx.purchase.create({
          data: { sessionId, userId, packageId, credits, price, language: 'en', ...paid },
        });
        await grant(tx, { userId, amount: credits, reference: sessionId });
        await publish(tx, { userId, topic: 'balance', id: userId });
        await publish(tx, { userId, topic: 'purchase', id: userId });
      });
    },
  };
}

/** The sweep ends tasks without a job once they are a minute old: this is longer in the future than any test takes. */
const beyondSweep = () => Date.now() + 3_600_000;

async function createUser(db: Db): Promise<string> {
  const id = createId();
  const email = `zia-${randomUUID()}@example.com`;
  await db.$transaction(async (tx) => {
    await tx.user.create({ data: { id, email, emailKey: email, passwordHash: 'none' } });
    await openAccount(tx, id);
  });
  return id;
}
