import { seconds } from '#shared/durations.ts';
import type { Db } from '#server/platform/database/db.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { planRemoval } from '../files/removals.ts';
import { audioPrefix } from './audio-keys.ts';

export interface AudioRetentionDeps {
  db: Db;
  env: { PHOTO_RETENTION: number };
}

/** The bound of a statement that locks rows. */
const deletedAtOnce = 100;
/** Its owner is still making the film, however soon photos are deleted. Those of tests are not kept for longer. */
const leastSeconds = seconds.day;

/**
 * Deletes recordings that were last used longer than PHOTO_RETENTION ago, but not within a day; those of test users
 * after a day. Plans the removal of their files.
 */
export async function deleteOldAudio(
  { db, env }: AudioRetentionDeps,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const before = (age: number) => new Date(now - age * 1000);
  const old = before(Math.max(leastSeconds, env.PHOTO_RETENTION));
  const tested = before(leastSeconds);
  await repeatInBatches(
    () =>
      db.$transaction(async (tx) => {
        // The condition is repeated: it is evaluated again where an album has just used the recording.
        const deleted = await tx.$queryRaw<{ id: string }[]>`
          DELETE FROM audio USING app_user
          WHERE audio.id IN (
            SELECT audio.id FROM audio JOIN app_user ON app_user.id = user_id
            WHERE last_used_at < ${old} OR (last_used_at < ${tested} AND test_of IS NOT NULL)
            ORDER BY last_used_at LIMIT ${deletedAtOnce}
          ) AND app_user.id = user_id
            AND (last_used_at < ${old} OR (last_used_at < ${tested} AND test_of IS NOT NULL))
          RETURNING audio.id`;
        await planRemoval(
          tx,
          deleted.map(({ id }) => audioPrefix(id)),
          new Date(now),
        );
        return { count: deleted.length };
      }),
    signal,
    deletedAtOnce,
  );
}
