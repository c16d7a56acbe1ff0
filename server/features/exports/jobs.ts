import { defineJob, defineSchedule, hourlyAt } from '../../platform/jobs/definition.ts';
import { failExhausted } from '../work/end.ts';
import { awaitedWork, failingAbandoned } from '../work/schedules.ts';
import { type OldExportDeps, removeOldExports } from './request.ts';
import { type ExportDeps, runExport } from './run.ts';
import { exportWork } from './work.ts';

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
    whenExhausted: (deps, { exportId }) => failExhausted(exportWork, deps, exportId),
  }),
];

export const exportSchedules = [
  failingAbandoned('fail-abandoned-exports', exportWork),
  defineSchedule({
    name: 'remove-old-exports',
    ...hourlyAt(9),
    run: (deps: OldExportDeps, signal) => removeOldExports(deps, signal),
  }),
];
