import { isLanguage } from '#shared/languages.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import { albumJob } from '#server/features/albums/album-job.ts';
import { videoJob } from '#server/features/generation/running/video-job.ts';
import { closeReports, listReports, readReport, takeContact } from '#server/features/reports/reports.ts';
import { setHidden } from '#server/features/media/hide.ts';
import { discard } from '#server/features/job-lifecycle/trash.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { type Action, AdminError, type AdminDeps, type Command } from './command.ts';
import { findFilm } from './find.ts';

/** An action on one film and the reports of it. */
function filmAction(
  name: string,
  { summary, says, act }: { summary: string; says: string; act(tx: Tx, film: FilmRef): Promise<object> },
): Action {
  return {
    name,
    args: ['video|album', 'ID'],
    summary,
    async plan({ db }, args) {
      const { film, ownerId } = await findFilm({ db }, args);
      return {
        says: `The ${film.kind} ${film.id} ${says}`,
        userId: ownerId,
        subject: film.id,
        perform: (record) =>
          db.$transaction(async (tx) => {
            const outcome = await act(tx, film);
            await record(tx, { kind: film.kind });
            return outcome;
          }),
      };
    },
  };
}

async function reportOf({ db }: Pick<AdminDeps, 'db'>, id = '') {
  const report = await readReport(db, id);
  if (!report) throw new AdminError(`There is no report ${id}.`);
  return report;
}

export const filmCommands: readonly Command[] = [
  filmAction('films hide', {
    summary:
      'makes a film, and the albums with that video, visible to its owner only, immediately; closes its reports',
    says: 'will be visible to its owner only.',
    async act(tx, film) {
      await setHidden(tx, film, true);
      return { closedReports: await closeReports(tx, film, 'hidden') };
    },
  }),
  filmAction('films show', {
    summary: 'undoes "films hide": its owner controls its visibility again',
    says: 'will be visible again to everyone its owner shares it with.',
    act: async (tx, film) => ({ hidden: !(await setHidden(tx, film, false)) }),
  }),
  filmAction('films delete', {
    summary: 'deletes a film and all its files, and closes its reports',
    says: 'will be deleted within a minute. This cannot be undone.',
    async act(tx, film) {
      const closedReports = await closeReports(tx, film, 'deleted');
      const deleted = await (film.kind === 'video'
        ? discard(videoJob, tx, film.id)
        : discard(albumJob, tx, film.id));
      return { deleted, closedReports };
    },
  }),
  {
    name: 'reports list',
    args: ['closed?'],
    summary: 'lists open reports of shared films, oldest first; with "closed", the closed ones',
    read: ({ db }, [which]) => listReports(db, { closed: which === 'closed' }),
  },
  {
    name: 'reports close',
    args: ['REPORT'],
    summary: 'closes all reports of a film and leaves it unchanged',
    async plan(deps, [id]) {
      const { film, ownerId } = await reportOf(deps, id);
      return {
        says: `The ${film.kind} ${film.id} stays unchanged, and its reports will be closed.`,
        userId: ownerId,
        subject: film.id,
        perform: (record) =>
          deps.db.$transaction(async (tx) => {
            const closedReports = await closeReports(tx, film, 'kept');
            await record(tx, { kind: film.kind, closedReports });
            return { closedReports };
          }),
      };
    },
  },
  {
    name: 'reports answer',
    args: ['REPORT', 'TEXT'],
    summary: 'mails TEXT to the address given in a report, then deletes the address',
    async plan(deps, [id, answer = '']) {
      const { id: subject, contact, ownerId } = await reportOf(deps, id);
      if (!contact) throw new AdminError(`Report ${subject} has no address, or has been answered.`);
      if (answer.trim() === '') throw new AdminError('An answer needs a text.');
      return {
        says: `A mail will be sent to ${contact}: ${answer}`,
        userId: ownerId,
        subject,
        perform: (record) =>
          deps.db.$transaction(async (tx) => {
            const found = await takeContact(tx, subject);
            if (!found) throw new AdminError(`Report ${subject} has been answered.`);
            const language = isLanguage(found.language) ? found.language : 'en';
            await enqueue(deps.queue, tx, 'report-answer', { to: found.to, language, answer });
            await record(tx, { answer });
            return { sent: 'as soon as a worker takes it up' };
          }),
      };
    },
  },
];
