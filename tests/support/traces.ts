import { readdir } from 'node:fs/promises';
import { vi } from 'vitest';
import type { TestServer } from './server.ts';
import type { Visitor } from './visitor.ts';

/** Everything that an upload of a visitor could leave behind: credits, tasks, jobs, files. */
export async function tracesOf({ deps, dataDir }: TestServer, visitor: Visitor) {
  const { db, pool } = deps;
  return {
    credits: await visitor.credits(),
    tasks: await db.videoTask.count(),
    jobs: (await pool.query<{ count: string }>('SELECT count(*) FROM pgboss.job')).rows,
    files: (await readdir(dataDir, { recursive: true })).toSorted(),
  };
}

/**
 * Waits until no uploads are left: the server removes a file as it responds, and the client may see the response first.
 */
export async function expectNoUploads({ deps }: TestServer): Promise<void> {
  await vi.waitFor(
    async () => {
      const left = await readdir(deps.uploadDir);
      if (left.length > 0) throw new Error(`there are still ${left.join(', ')}`);
    },
    { timeout: 120_000 },
  );
}
