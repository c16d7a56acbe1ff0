import type { Language } from '#shared/languages.ts';
import type { Db } from '#server/platform/database/db.ts';
import { defineJob, defineSchedule, hourlyAt, retryForAnHour } from '#server/platform/jobs/definition.ts';
import type { Mailer } from '#server/providers/mail/types.ts';
import { sendReportAnswer } from './answer.ts';
import { forgetOldReports } from './reports.ts';
import { seconds } from '#shared/durations.ts';

declare module '../../platform/jobs/definition.ts' {
  interface JobData {
    /** An operator's answer to the person who reported a film. */
    'report-answer': { to: string; language: Language; answer: string };
  }
}

export const reportJobs = [
  defineJob({
    name: 'report-answer',
    retry: retryForAnHour,
    // It contains an address: an hour is enough to see the outcome.
    keepSeconds: seconds.hour,
    concurrency: { perProcess: 1 },
    run: (deps: { mailer: Mailer }, { data }) => sendReportAnswer(deps, data),
  }),
];

export const reportSchedules = [
  defineSchedule({
    name: 'forget-old-reports',
    ...hourlyAt(17),
    run: ({ db }: { db: Db }, signal) => forgetOldReports(db, Date.now(), signal),
  }),
];
