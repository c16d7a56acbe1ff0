import { milliseconds } from '#shared/durations.ts';
import type { Usage, UsageDay } from '#shared/schemas/usage.ts';
import { type Caller, personIdOf } from '#server/rpc/caller.ts';
import type { Db } from '#server/platform/database/db.ts';
import { readDailyCredits } from '../credits/daily-credits.ts';
import { readDailyVideos } from './daily-videos.ts';

type Counts = Usage['total'];
const counts = ['creditsSpent', 'creditsReturned', 'videos', 'failed'] as const satisfies (keyof Counts)[];
const nothing: Counts = { creditsSpent: 0, creditsReturned: 0, videos: 0, failed: 0 };

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/**
 * What happened on the last `days` days in UTC, today included: the credits of the caller's person, and the videos that the
 * caller sees.
 */
export async function readUsage(db: Db, caller: Caller, days: number): Promise<Usage> {
  const now = Date.now();
  const from = dayOf(now - (days - 1) * milliseconds.day);
  const since = new Date(`${from}T00:00:00Z`);
  const [credits, videos] = await Promise.all([
    readDailyCredits(db, personIdOf(caller), since),
    readDailyVideos(db, caller.user.id, since),
  ]);
  const byDay = new Map<string, UsageDay>();
  for (const { day, ...counted } of [...credits, ...videos])
    byDay.set(day, { ...nothing, ...byDay.get(day), ...counted, day });
  const all = [...byDay.values()].toSorted((a, b) => a.day.localeCompare(b.day));
  const total = { ...nothing };
  for (const each of all) for (const name of counts) total[name] += each[name];
  return { from, to: dayOf(now), total, days: all };
}
