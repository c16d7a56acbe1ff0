import type { Db } from '#server/platform/database/db.ts';

/** The credits that the user's videos took and gave back, by day in UTC since `since`. */
export function readDailyCredits(
  db: Pick<Db, '$queryRaw'>,
  userId: string,
  since: Date,
): Promise<{ day: string; creditsSpent: number; creditsReturned: number }[]> {
  return db.$queryRaw`
    SELECT to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      coalesce(-sum(delta) FILTER (WHERE reason = 'generation'), 0)::int AS "creditsSpent",
      coalesce(sum(delta) FILTER (WHERE reason = 'refund'), 0)::int AS "creditsReturned"
    FROM credit_entry
    WHERE user_id = ${userId} AND created_at >= ${since} AND reason IN ('generation', 'refund')
    GROUP BY 1`;
}
