import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { copyServer, filesOfGuide } from '#tests/support/server-copy.ts';
import { runNode } from './lib/run.ts';

const jobsFile = 'server/features/reports/jobs.ts';

/** Enqueues the new job with the right data, and with the wrong one. */
const caller = `
  import type { Tx } from './server/platform/database/db.ts';
  import { enqueue } from './server/platform/jobs/enqueue.ts';
  import type { JobQueue } from './server/platform/jobs/queue.ts';
  import './server/catalogue.ts';
  export const count = (queue: JobQueue, tx: Tx) => enqueue(queue, tx, 'count-reports', { since: '2026-11-26' });
  // @ts-expect-error: it takes a day.
  export const wrong = (queue: JobQueue, tx: Tx) => enqueue(queue, tx, 'count-reports', { until: '2026-11-26' });
`;

test('adding a kind of job and a schedule takes no more files than the guide names', async () => {
  expect(await filesOfGuide('Adding a kind of job')).toEqual([jobsFile]);
  const at = await copyServer();

  const source = await readFile(at(jobsFile), 'utf8');
  const changed = source
    .replace('interface JobData {', "interface JobData {\n    'count-reports': { since: string };")
    .replace(
      'export const reportJobs = [',
      `export const reportJobs = [
        defineJob({
          name: 'count-reports',
          retry: retryForAnHour,
          keepSeconds: 3600,
          concurrency: { perProcess: 1 },
          async run(_deps: object, { data }) {
            data.since.toUpperCase();
          },
        }),`,
    )
    .replace(
      'export const reportSchedules = [',
      `export const reportSchedules = [
        defineSchedule({ name: 'sort-reports', ...hourlyAt(1), run: async () => undefined }),`,
    );
  await writeFile(at(jobsFile), changed);
  await writeFile(at('caller.ts'), caller);
  await writeFile(at('tsconfig.one.json'), '{ "extends": "./tsconfig.json", "include": ["caller.ts"] }');
  await writeFile(
    at('names.ts'),
    "import { queueNames } from './server/catalogue.ts'; console.log(queueNames.join('\\n'));",
  );
  const [types, names] = await Promise.all([
    runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.one.json'], at('.')),
    runNode(['names.ts'], at('.')),
  ]);
  expect(types).toEqual({ status: 0, output: '' });
  expect(names.output.split('\n')).toEqual(expect.arrayContaining(['count-reports', 'sort-reports']));
}, 300_000);
