import { familyLimits } from '#shared/family-limits.ts';
import type { Language } from '#shared/languages.ts';
import type { Report } from '#shared/schemas/report.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { milliseconds } from '#shared/durations.ts';

/** A report as shown to operators. */
export interface FiledReport {
  id: string;
  at: string;
  film: FilmRef;
  ownerId: string;
  /** Whether an operator has hidden the film from everybody but its owner. */
  hidden: boolean;
  reason: string;
  words: string | null;
  /** The reporter's address, if an answer is wanted and has not been sent. */
  contact: string | null;
  closedAt: string | null;
  outcome: string | null;
}

export const reportOutcomes = ['kept', 'hidden', 'deleted'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];

const columnOf = ({ kind, id }: FilmRef) => (kind === 'video' ? { taskId: id } : { albumId: id });

/**
 * Files a report of a film that was visible to its reporter. Reports beyond the limit of open ones per film are
 * dropped; the reporter gets the same answer.
 */
export async function fileReport(db: Db, report: Report, language: Language): Promise<void> {
  const { reason, words, contact, ...film } = report;
  const column = columnOf(film);
  await db.$transaction(async (tx) => {
    if (
      (await tx.filmReport.count({ where: { ...column, closedAt: null } })) >= familyLimits.reports.mostOpen
    )
      return;
    await tx.filmReport.create({ data: { id: createId(), ...column, reason, words, contact, language } });
  });
}

const withFilm = {
  task: { select: { userId: true, hiddenAt: true } },
  album: { select: { userId: true, hiddenAt: true } },
} as const;

/** The open reports, oldest first; with `closed`, the closed ones, newest first. */
export async function listReports(db: Db, { closed = false } = {}): Promise<FiledReport[]> {
  const rows = await db.filmReport.findMany({
    where: { closedAt: closed ? { not: null } : null },
    include: withFilm,
    orderBy: { createdAt: closed ? 'desc' : 'asc' },
    take: 200,
  });
  return rows.map(present);
}

/** One report; null if it does not exist, or its film is gone. */
export async function readReport(db: Tx, id: string): Promise<FiledReport | null> {
  const row = await db.filmReport.findUnique({ where: { id }, include: withFilm });
  return row && present(row);
}

interface ReportRow {
  id: string;
  taskId: string | null;
  albumId: string | null;
  task: { userId: string; hiddenAt: Date | null } | null;
  album: { userId: string; hiddenAt: Date | null } | null;
  reason: string;
  words: string | null;
  contact: string | null;
  createdAt: Date;
  closedAt: Date | null;
  outcome: string | null;
}

function present(row: ReportRow): FiledReport {
  const { id, taskId, albumId, reason, words, contact, createdAt, closedAt, outcome } = row;
  const owned = row.task ?? row.album;
  return {
    id,
    at: createdAt.toISOString(),
    film: taskId ? { kind: 'video', id: taskId } : { kind: 'album', id: albumId ?? '' },
    ownerId: owned?.userId ?? '',
    hidden: owned?.hiddenAt != null,
    reason,
    words,
    contact,
    closedAt: closedAt?.toISOString() ?? null,
    outcome,
  };
}

/** Closes all open reports of a film with the same outcome. Returns how many. */
export async function closeReports(tx: Tx, film: FilmRef, outcome: ReportOutcome): Promise<number> {
  const open = { ...columnOf(film), closedAt: null };
  const { count } = await tx.filmReport.updateMany({ where: open, data: { closedAt: new Date(), outcome } });
  return count;
}

/** Returns the contact of a report and deletes it, just before answering; null if there is nobody to answer. */
export async function takeContact(tx: Tx, id: string): Promise<{ to: string; language: string } | null> {
  const where = { id, contact: { not: null } };
  const found = await tx.filmReport.findFirst({ where, select: { contact: true, language: true } });
  // The update decides: of two concurrent answers only one gets the contact.
  const { count } = await tx.filmReport.updateMany({ where, data: { contact: null } });
  return found?.contact && count > 0 ? { to: found.contact, language: found.language } : null;
}

/** Deletes reports some time after they were closed, with all personal data in them. */
export async function forgetOldReports(db: Db, now = Date.now(), signal?: AbortSignal): Promise<void> {
  const where = { closedAt: { lt: new Date(now - familyLimits.reports.keptDays * milliseconds.day) } };
  await repeatInBatches((limit) => db.filmReport.deleteMany({ where, limit }), signal);
}
