import { defineJob, defineSchedule, hourlyAt } from '#server/platform/jobs/definition.ts';
import { failExhausted } from '../job-lifecycle/end-job.ts';
import { awaitedWork, failingAbandoned } from '../job-lifecycle/schedules.ts';
import { type OldExportDeps, removeOldExports } from './request-export.ts';
import { type ExportDeps, runExport } from './make-archive.ts';
import { exportJob } from './export-job.ts';

declare module '../../platform/jobs/definition.ts' {
  interface RowJobData {
    'export-data': { exportId: string };
  }
}

export const exportJobs = [
  defineJob({
    name: 'export-data',
    ...awaitedWork,
    concurrency: { perProcess: 1 },
    run: (deps: ExportDeps, { data, signal }) => runExport(deps, data.exportId, signal),
    whenExhausted: (deps, { exportId }) => failExhausted(exportJob, deps, exportId),
  }),
];

export const exportSchedules = [
  failingAbandoned('fail-abandoned-exports', exportJob),
  defineSchedule({
    name: 'remove-old-exports',
    ...hourlyAt(9),
    run: (deps: OldExportDeps, signal) => removeOldExports(deps, signal),
  }),
];
