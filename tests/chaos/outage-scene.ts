import type pg from 'pg';
import { grant } from '#server/features/credits/ledger.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { ledgerFaults } from '../support/ledger.ts';
import type { MemoriProcess } from '../support/memori-process.ts';
import { portrait } from '../support/photos.ts';
import { newVisitor, type Visitor } from '../support/visitor.ts';
import { type Observer, startObserver } from './observer.ts';
import { openFiles } from './processes.ts';
import { awaiting, faultUnless, turnsUntil, until } from './waiting.ts';

/** A running Memori, an observer, and direct access to its database. */
export interface Scene {
  address: string;
  visitor: Visitor;
  observer: Observer;
  database: Database;
  pid: number;
  photo: Buffer;
}

const credits = 100;

/** `url` is the database's address; after an outage, the embedded one may have another port, given by `port`. */
export async function setScene(memori: MemoriProcess, url: string, port?: () => number): Promise<Scene> {
  const database = openDatabase({ url, ...(port && { port }) }, { maxConnections: 2 });
  const address = await awaiting('Memori is ready', memori.ready);
  const visitor = await newVisitor(address);
  const { userId } = visitor;
  await grant(database.db, { userId, amount: credits, reference: 'extra' });
  const event = JSON.stringify({ userId, topic: 'balance', id: userId });
  const announce = () => database.pool.query("SELECT pg_notify('memori_user_event', $1)", [event]);
  const observer = startObserver(address, visitor, announce);
  await observer.recovered();
  const pid = memori.child.pid ?? Number.NaN;
  return { address, visitor, observer, database, pid, photo: await portrait() };
}

/** How an outage affected the observer. */
export interface Recovery {
  name: string;
  seconds: number;
  faults: string[];
}

/** The limit for a full recovery once the database answers again, in turns: 20 s on an idle machine. */
const soon = 400;

/** Resolves once the database and Memori's own process have answered, whatever they say. */
const turnOf = async ({ address, database: { pool } }: Scene) => {
  await fetch(`${address}/healthz`).then((response) => response.arrayBuffer());
  await pool.query('SELECT 1').catch(() => {});
};

/**
 * Runs `strike`, which resolves once the database is available again, while a video is being made and another photo is
 * being uploaded. Afterwards everything must be as before.
 */
export async function runOutage(scene: Scene, name: string, strike: () => Promise<void>): Promise<Recovery> {
  const { visitor, observer, photo, pid } = scene;
  const before = openFiles(pid);
  const faults: string[] = [];
  const first = await visitor.generate(photo);
  if (first.status !== 202) faults.push(`a generation was answered ${first.status} before the outage`);
  const upload = visitor.generate(photo);
  const striking = strike();
  const answered = await upload;
  if (![202, 503].includes(answered.status)) faults.push(`an upload was answered ${answered.status}`);
  await awaiting(`the end of this: ${name}`, striking);
  await until('the database answers', () => scene.database.pool.query('SELECT 1').then(isDone, isNotDone));
  const startedAt = performance.now();
  let isBack = false;
  const recovering = observer.recovered().then(() => void (isBack = true));
  const turns = await turnsUntil(() => isBack, { most: soon, turn: () => turnOf(scene) });
  await recovering;
  const seconds = (performance.now() - startedAt) / 1000;
  if (turns === null) faults.push(`it took ${seconds.toFixed(1)} s to recover, more than ${soon} turns`);
  faults.push(...(await restFaults(scene)));
  // Pools may have grown to their limits meanwhile; a leak grows with every attempt.
  const most = before + 40;
  faults.push(...(await faultUnless(`at most ${most} files are open`, () => openFiles(pid) <= most)));
  faults.push(...observer.faults.splice(0));
  return { name, seconds, faults: faults.map((fault) => `${name}: ${fault}`) };
}

const isDone = () => true;
const isNotDone = () => false;

/** The state at rest: every task has ended, failed ones are refunded, and the ledger adds up. */
async function restFaults({ visitor, database: { pool } }: Scene): Promise<string[]> {
  const { userId } = visitor;
  const count = async (where: string) => (await ask<{ n: number }>(pool, tasks(where), userId))[0]?.n ?? 0;
  const isAtRest = () =>
    count("status IN ('Queued', 'Processing')").then((unfinished) => unfinished === 0, isNotDone);
  const faults = await faultUnless('every task ends', isAtRest);
  faults.push(...(await ledgerFaults(pool, userId)));
  const left = await visitor.credits();
  const made = await count("status = 'Success'");
  if (left !== 1 + credits - made) faults.push(`${left} credits are left after ${made} videos`);
  // PostgreSQL may not have noticed yet that the other end of a connection is gone.
  const areFew = async () => ((await ask<{ n: number }>(pool, open))[0]?.n ?? 0) <= maxConnections;
  faults.push(...(await faultUnless(`at most ${maxConnections} connections are open`, areFew)));
  return faults;
}

/** Memori's pool, its queue's, and a listening connection of each; plus the two of this scene. */
const maxConnections = 10 + 4 + 2 + 2;
const open = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'memori'";
const tasks = (where: string) =>
  `SELECT count(*)::int AS n FROM video_task WHERE user_id = $1 AND (${where})`;

async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, sql: string, ...values: string[]) {
  return (await pool.query<Row>(sql, values)).rows;
}

/** Ends the scene; stopping Memori is up to the caller. */
export async function clearScene({ observer, database }: Scene): Promise<void> {
  await observer.stop();
  await database.close();
}
