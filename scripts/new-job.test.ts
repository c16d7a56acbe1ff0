import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runNode } from './lib/run.ts';

const root = path.resolve(import.meta.dirname, '..');
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
  const guide = await readFile(path.join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = guide.split('\n## Adding a kind of job\n')[1]?.split('\n## ')[0] ?? '';
  expect([...section.matchAll(/^\d+\. `([^`]+)`/gm)].map(([, file]) => file)).toEqual([jobsFile]);

  const copy = await mkdtemp(path.join(tmpdir(), 'memori-job-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  const filter = (source: string) => !source.endsWith('/server/music') && !source.endsWith('.test.ts');
  for (const part of ['server', 'shared', 'prisma', 'package.json', 'tsconfig.json'])
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter });
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  const at = (file: string) => path.join(copy, file);

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
    runNode(['node_modules/typescript/bin/tsc', '-p', 'tsconfig.one.json'], copy),
    runNode(['names.ts'], copy),
  ]);
  expect(types).toEqual({ status: 0, output: '' });
  expect(names.output.split('\n')).toEqual(expect.arrayContaining(['count-reports', 'sort-reports']));
}, 300_000);
