import {
  defineJob,
  defineSchedule,
  everyMinute,
  hourlyAt,
  retryForAMinute,
} from '../../platform/jobs/definition.ts';
import { failExhausted } from '../work/end.ts';
import { failAbandoned, type SweepDeps } from '../work/sweep.ts';
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
    retry: retryForAMinute,
    timeoutSeconds: 1800,
    keepSeconds: 3600,
    isAwaited: true,
    concurrency: { perProcess: 1 },
    run: (deps: ExportDeps, { data, signal }) => runExport(deps, data.exportId, signal),
    whenExhausted: (deps, { exportId }) => failExhausted(exportWork, deps, exportId),
  }),
];

export const exportSchedules = [
  defineSchedule({
    name: 'fail-abandoned-exports',
    ...everyMinute,
    async run(deps: SweepDeps, signal) {
      await failAbandoned(exportWork, deps, signal);
    },
  }),
  defineSchedule({
    name: 'remove-old-exports',
    ...hourlyAt(9),
    run: (deps: OldExportDeps, signal) => removeOldExports(deps, signal),
  }),
];
