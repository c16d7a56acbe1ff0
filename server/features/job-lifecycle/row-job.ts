import type { ErrorCode } from '#shared/errors.ts';
import type { Lifecycle } from '#shared/status.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { UserEvent } from '#server/platform/database/events.ts';
import type { RowJobData } from '#server/platform/jobs/definition.ts';

/** The columns common to all kinds of work. */
export interface JobRow {
  id: string;
  userId: string;
  status: string;
  progress: number;
  /** Storage prefix of the winning run; null until it has succeeded. */
  renditionPrefix: string | null;
  errorCode: string | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  /** Only of kinds that their owner can delete and restore. */
  deletedAt?: Date | null;
}

export interface JobCondition {
  id?: string | { gt: string };
  userId?: string | { in: string[] };
  status?: string | { in: string[] };
  errorCode?: string;
  createdAt?: { gt?: Date; gte?: Date; lt?: Date };
  startedAt?: { lt: Date };
  finishedAt?: Date | { lt?: Date; gt?: Date };
  /** Only for kinds that their owner can delete and restore; see `trash.ts`. */
  deletedAt?: null | Date | { lt?: Date; gt?: Date; gte?: Date };
  OR?: JobCondition[];
  AND?: JobCondition[];
}

/** The subset of a Prisma table that the protocol needs; `Result` holds the columns set only on success. */
export interface JobTable<Result extends object> {
  findUnique(args: { where: JobCondition & { id: string } }): Promise<JobRow | null>;
  /** Ordered by `orderBy` if given, at most `take` rows. */
  findMany(args: {
    where: JobCondition;
    orderBy?: { [Column in 'createdAt' | 'deletedAt' | 'finishedAt' | 'id']?: 'asc' }[];
    take?: number;
  }): Promise<JobRow[]>;
  updateManyAndReturn(args: {
    where: JobCondition;
    data: Partial<JobRow> & { deletedAt?: Date | null } & Partial<Result>;
  }): Promise<JobRow[]>;
  deleteMany(args: { where: JobCondition }): Promise<{ count: number }>;
}

/**
 * A kind of job that ends exactly once, as succeeded or failed, whatever crashes meanwhile (decision 021): the
 * properties in which kinds differ.
 */
export interface RowJob<Deps = unknown, Progress = unknown, Result extends object = object> {
  topic: Exclude<UserEvent['topic'], 'balance'>;
  life: Lifecycle;
  table(db: Tx): JobTable<Result>;
  /** Error codes for the user: it failed permanently; it does not exist or is not the user's; it has not ended yet. */
  codes: { failed: ErrorCode; notFound: ErrorCode; notFinished: ErrorCode };
  /** The storage folder of all files of this kind, grouped by their job's id. */
  folder: string;
  /** The prefix of one run's output; a job that runs twice has two such prefixes until one run wins. */
  runPrefix(id: string, runId: string): string;
  /** The key of the input file, which is stored before the row exists. */
  inputKey?(id: string): string;
  /** The name on which the work folders of its runs are based. */
  workName(id: string): string;
  /** The queue that holds the jobs for its rows. */
  queue: keyof RowJobData;
  /**
   * Saves a running job's progress, which never goes backwards. Returns the number of changed rows: 0 once it has
   * ended.
   */
  saveProgress(db: Db, id: string, progress: Progress): Promise<number>;
  /** True if this progress must be written immediately. */
  isUrgent?(progress: Progress, written: Progress | null): boolean;
  /** The error code to fail with if a retry can't help; null if it can. */
  finalCode(error: unknown): ErrorCode | null;
  /** Additional effects in the transaction that ends the job. */
  onEnd?(deps: Deps, tx: Tx, row: JobRow): Promise<void>;
  /** A job that ended with this code is treated as deleted by its owner. */
  discardedCode?: ErrorCode;
  /** The prefixes of other stored files that go with the row, read before it is deleted. */
  alsoPurged?(tx: Tx, row: JobRow): Promise<string[]>;
}
