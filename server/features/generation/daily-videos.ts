import type { Db } from '#server/platform/database/db.ts';

/** How many of the user's tasks have ended, by day in UTC since `since`; without those that were deleted since. */
export function readDailyVideos(
  db: Pick<Db, '$queryRaw'>,
  userId: string,
  since: Date,
): Promise<{ day: string; videos: number; failed: number }[]> {
  return db.$queryRaw`
    SELECT to_char(finished_at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day,
      (count(*) FILTER (WHERE status = 'Success'))::int AS videos,
      (count(*) FILTER (WHERE status = 'Fail'))::int AS failed
    FROM video_task
    WHERE user_id = ${userId} AND finished_at >= ${since}
    GROUP BY 1`;
}
