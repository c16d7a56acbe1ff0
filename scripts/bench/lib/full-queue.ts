import type pg from 'pg';

/** Each user has made this many videos. */
const videosOfEach = 20;

/**
 * Fills the tables of an empty Memori like years of use: finished and waiting tasks and jobs, with their users and
 * credits. Runs with the tables' triggers disabled.
 */
export async function fillQueue(superuser: pg.Client, finished: number, waiting: number): Promise<void> {
  const all = finished + waiting;
  const users = Math.ceil(all / videosOfEach);
  const run = (sql: string, values: unknown[]) => superuser.query(sql, values);
  await superuser.query('SET session_replication_role = replica');
  await run(
    `INSERT INTO app_user (id, email, email_key, password_hash)
     SELECT 'user' || n, 'user' || n || '@example.com', 'user' || n || '@example.com', 'x' FROM generate_series(1, $1::int) n`,
    [users],
  );
  await run(
    `INSERT INTO credit_account (user_id, balance) SELECT 'user' || n, 3 FROM generate_series(1, $1::int) n`,
    [users],
  );
  await run(
    `INSERT INTO video_task (id, user_id, status, stage, progress, provider, prompt, original_filename, photo_key,
       rendition_prefix, created_at, started_at, finished_at)
     SELECT md5('task' || n), 'user' || (n % $2 + 1), CASE WHEN n <= $1 THEN 'Success' ELSE 'Queued' END, 'preparing', 0,
       'local', 'Slowly.', 'nonna.jpg', 'photos/' || n, CASE WHEN n <= $1 THEN 'videos/' || n END,
       now() - ($3 - n) * interval '30 seconds', CASE WHEN n <= $1 THEN now() END, CASE WHEN n <= $1 THEN now() END
     FROM generate_series(1, $3::int) n`,
    [finished, users, all],
  );
  await run(
    `INSERT INTO credit_entry (user_id, delta, reason, reference, balance_after)
     SELECT user_id, -1, 'generation', id, 3 FROM video_task`,
    [],
  );
  await run(
    `INSERT INTO pgboss.job (id, name, data, state, singleton_key, group_id, created_on, start_after, completed_on,
       keep_until, retry_limit, expire_seconds, deletion_seconds, heartbeat_seconds, dead_letter, retry_backoff, retry_delay)
     SELECT overlay(overlay(substr(encode(sha256(convert_to('generate-video:' || id, 'UTF8')), 'hex'), 1, 32)
         placing '8' from 13) placing 'a' from 17)::uuid, 'generate-video', jsonb_build_object('taskId', id),
       (CASE status WHEN 'Success' THEN 'completed' ELSE 'created' END)::pgboss.job_state, id, 'all', created_at, created_at,
       finished_at, now() + interval '14 days', 4, 1800, 604800, 10, 'generate-video-dead', true, 1 FROM video_task`,
    [],
  );
  await superuser.query('SET session_replication_role = origin');
  await superuser.query('VACUUM ANALYZE');
}
